import { expect, it } from "vitest";
import { createChanges } from "./changes.ts";

/**
 * Changes of a site whose code equals, or differs from, the bundled code, with the resulting calls.
 */
function changesOf(isStale: boolean) {
  const done: string[] = [];
  const note =
    (what: string) =>
    (...rest: readonly unknown[]) =>
      void done.push([what, ...rest.map((value) => JSON.stringify(value))].join(" "));
  const options = {
    site: { reloadPanels: note("panels") },
    code: { forget: note("forget"), sheets: note("sheets") },
    bundle: { isStale: () => isStale, renew: note("renew"), get: note("bundle") },
    attempt: async (_: string, work: () => unknown) => void (await work()),
    send: async (event: string, data: object) => note("tell")(event, data),
    reportSoon: note("report"),
  };
  return { done, changes: createChanges(options as never) };
}

it("CLI-4 code that changed before the watcher started is bundled again, and browsers are notified", async () => {
  const { done, changes } = changesOf(true);
  expect(await changes.onWatched()).toBe(true);
  expect(done).toEqual([
    "forget",
    "sheets",
    "panels",
    "renew",
    "bundle",
    'tell "toolkit:change" {"files":[],"whole":true}',
    "report",
  ]);
  expect(changes.revision()).toBe(1);
});

it("CLI-4 without changes meanwhile, nothing is bundled or sent", async () => {
  const { done, changes } = changesOf(false);
  expect(await changes.onWatched()).toBe(false);
  expect(done).toEqual([]);
});
