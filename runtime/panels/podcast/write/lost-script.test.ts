import { expect, it } from "vitest";
import type { SteadyJob } from "#runtime/contract/job.ts";
import { setupFrom } from "../setup/setup.ts";
import { findLostScript } from "./lost-script.ts";

const LINES = [{ id: "1", host: 0, text: "Bees dance.", source: 0, chapter: null }];
const writing = (state: "ready" | "missing", created = 1) =>
  ({
    id: "written",
    state: "done",
    created,
    text: "Bees.",
    params: { task: "script" },
    results: [{ role: "script", state }],
  }) as unknown as SteadyJob;
const episode = (created = 2) =>
  ({
    id: "episode",
    state: "done",
    created,
    text: "Bees.",
    params: { script: { title: "Bees", language: "en", lines: LINES }, writtenBy: "gpt" },
    results: [],
  }) as unknown as SteadyJob;
const setup = (settings = {}) => setupFrom(settings, "en");

it("TLS-4 USR-10 a script that the browser deleted is found in the episode that was made from it", () => {
  for (const settings of [{}, { taken: "written" }])
    expect(findLostScript([writing("missing"), episode()], setup(settings))).toMatchObject({
      kind: "episode",
      params: { script: { lines: LINES }, writtenBy: "gpt" },
      source: "Bees.",
    });
  expect(findLostScript([episode()], setup())).toMatchObject({ kind: "episode" });
});

it("TLS-4 USR-10 a script that was deleted before it was used is reported, also beside an earlier one", () => {
  const deleted = { kind: "deleted" };
  expect(findLostScript([writing("missing")], setup())).toEqual(deleted);
  expect(findLostScript([writing("missing")], setup({ lines: LINES }))).toEqual(deleted);
  expect(findLostScript([episode(1), writing("missing", 2)], setup())).toEqual(deleted);
});

it("TLS-4 nothing is lost while a script is in the settings or can be read", () => {
  expect(findLostScript([], setup())).toBeNull();
  expect(findLostScript([writing("ready"), episode()], setup())).toBeNull();
  const used = setup({ lines: LINES, taken: "written" });
  expect(findLostScript([writing("missing"), episode()], used)).toBeNull();
});
