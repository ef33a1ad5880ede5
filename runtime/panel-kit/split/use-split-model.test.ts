import path from "node:path";
import { expect, it } from "vitest";
import { loadLock, loadRegistry } from "#cli/models/registry.ts";
import { ladderOf } from "#core/models/ladder.ts";
import { offeredModels } from "#core/models/offered.ts";
import { splitEngines } from "./use-split-model.ts";

const HOME = path.resolve(import.meta.dirname, "../../..");
const registry = loadRegistry(HOME, HOME);
/** What a site offers whose operator accepted all licenses, or none. */
const [all, free] = [registry.map(({ id }) => id), []].map((accept) =>
  offeredModels(registry, loadLock(HOME, HOME), {
    baseUrl: "/models",
    hub: "https://hub.example",
    accept,
  }),
);

const show = (...input: Parameters<typeof splitEngines>) => {
  const { rungs, more, recommended } = ladderOf(splitEngines(...input), () => true);
  return {
    rungs: rungs.map(({ engine, level }) => `${level ?? "-"} ${engine.id}`),
    more: more.map(({ id }) => id),
    recommended: recommended?.id,
  };
};

it("TLS-9 a model that finds the guitar is the first choice on the guitar's page, where the site offers one", () => {
  expect(show(all!, "no-guitar")).toEqual({
    rungs: ["now built-in", "better htdemucs-6s", "- htdemucs"],
    more: [],
    recommended: "htdemucs-6s",
  });
  expect(show(free!, "no-guitar")).toEqual({
    rungs: ["now built-in"],
    more: [],
    recommended: undefined,
  });
});

it("TLS-9 a model whose license allows every use is recommended before a better one whose use is restricted", () => {
  expect(show(all!, "vocals")).toEqual({
    rungs: ["now built-in", "better uvr-mdx-vocals", "best htdemucs"],
    more: ["htdemucs-6s", "uvr-mdx-instrumental"],
    recommended: "uvr-mdx-vocals",
  });
});

it("TLS-9 the built-in engine falls short of the pages of guitar, piano and lead vocals only", () => {
  for (const preset of ["no-guitar", "no-piano", "no-lead"] as const)
    expect(splitEngines(free!, preset)[0]!.isCapable).toBe(false);
  for (const preset of [
    "stems",
    "instrumental",
    "vocals",
    "no-drums",
    "no-bass",
    "speech",
  ] as const)
    expect(splitEngines(free!, preset)[0]!.isCapable).toBe(true);
  expect(show(free!, "no-lead").recommended).toBe("uvr-mdx-vocals");
  // It has no drums: all that it could take out is the whole accompaniment.
  expect(show(free!, "no-drums").rungs).toEqual(["now built-in"]);
});
