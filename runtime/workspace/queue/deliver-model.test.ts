import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { OfferedModel } from "#core/models/offered.ts";
import type { ModelCache, ModelEntry } from "../../contract/models.ts";
import { createModelDelivery } from "./deliver-model.ts";

const ENTRY: ModelEntry = { state: "absent", bytes: 0, secondsLeft: null, fault: null };

/** A cache with a model, whose download ends as the test says. */
function makeCache(first: Partial<ModelEntry> = {}) {
  const store = createStore<{ entries: Readonly<Record<string, ModelEntry>> }>(() => ({
    entries: { net: { ...ENTRY, ...first } },
  }));
  const put = (change: Partial<ModelEntry>): void =>
    store.setState(({ entries }) => ({ entries: { net: { ...entries["net"]!, ...change } } }));
  const download = Promise.withResolvers<void>();
  const loads: string[] = [];
  const cache = Object.assign(store, {
    models: [{ id: "net" } as OfferedModel],
    load: (id: string) => {
      loads.push(id);
      put({ state: "loading", fault: null });
      return download.promise;
    },
  }) as unknown as ModelCache;
  return { cache, put, loads, finish: () => download.resolve() };
}
const run = (cache: ModelCache, params = { model: { id: "net" } }) => {
  const stages: (string | undefined)[] = [];
  const abort = new AbortController();
  const done = createModelDelivery(cache)(params, {
    signal: abort.signal,
    onProgress: ({ stage }) => stages.push(stage),
  });
  return { done, stages, abort };
};

it("TLS-9 a job waits for the download of its model, and says so", async () => {
  const { cache, put, loads, finish } = makeCache();
  const { done, stages } = run(cache);
  put({ bytes: 5 });
  put({ state: "kept" });
  finish();
  await done;
  expect(loads).toEqual(["net"]);
  expect(new Set(stages)).toEqual(new Set(["panel-kit:stage.downloading"]));
});

it("TLS-9 a job whose model is here, or that has none, starts at once", async () => {
  const { cache, loads } = makeCache({ state: "kept" });
  await run(cache).done;
  await run(cache, {} as never).done;
  await run(cache, { model: { id: "unknown" } }).done;
  expect(loads).toEqual([]);
});

it("TLS-9 TLS-4 a download that fails or is paused fails the job with the reason", async () => {
  const failed = makeCache();
  const { done } = run(failed.cache);
  failed.put({ state: "part", fault: { code: "model.unreachable", params: {} } });
  failed.finish();
  await expect(done).rejects.toMatchObject({ fault: { code: "model.unreachable" } });
  const paused = makeCache();
  const other = run(paused.cache);
  paused.put({ state: "part" });
  paused.finish();
  await expect(other.done).rejects.toMatchObject({ fault: { code: "model.paused" } });
});

it("TLS-9 a job that is canceled waits no longer", async () => {
  const { cache } = makeCache();
  const { done, abort } = run(cache);
  abort.abort(new Error("canceled"));
  await expect(done).rejects.toThrow("canceled");
});

it("TLS-11 TLS-9 a job waits for all models that it needs, one after the other", async () => {
  const store = createStore<{ entries: Readonly<Record<string, ModelEntry>> }>(() => ({
    entries: { net: ENTRY, segments: { ...ENTRY, state: "kept" }, voices: ENTRY },
  }));
  const loads: string[] = [];
  const cache = Object.assign(store, {
    models: ["net", "segments", "voices"].map((id) => ({ id }) as OfferedModel),
    async load(id: string) {
      loads.push(id);
      const stored = { [id]: { ...ENTRY, state: "kept" as const } };
      store.setState(({ entries }) => ({ entries: { ...entries, ...stored } }));
    },
  }) as unknown as ModelCache;
  const speakers = { segmentation: { id: "segments" }, embedding: { id: "voices" } };
  const signal = new AbortController().signal;
  const params = { model: { id: "net" }, speakers };
  await createModelDelivery(cache)(params, { signal, onProgress: () => {} });
  expect(loads).toEqual(["net", "voices"]);
});
