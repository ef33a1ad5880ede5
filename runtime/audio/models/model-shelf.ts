import { createStore } from "zustand/vanilla";
import type { OfferedModel } from "../../../core/models/models.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import type { FetchModelOptions } from "./fetch-model.ts";
import { fetchModel } from "./fetch-model.ts";
import type { ModelCache, ModelEntry } from "../../workspace/contract/models.ts";

export interface ModelCacheDeps extends Omit<FetchModelOptions, "signal" | "onProgress"> {
  readonly models: readonly OfferedModel[];
  /** Runs work while no other tab works on the same; missing where the browser knows no locks. */
  readonly locks?: Pick<LockManager, "request"> | undefined;
  readonly report: (error: unknown) => void;
}

const ABSENT: ModelEntry = { state: "absent", bytes: 0, fault: null };

/** The nets of the site, and what of them is on this device. */
export function createModelCache({ models, locks, report, ...deps }: ModelCacheDeps): ModelCache {
  const store = createStore<{ readonly entries: Readonly<Record<string, ModelEntry>> }>(() => ({
    entries: {},
  }));
  const running = new Map<string, AbortController>();
  const modelOf = (id: string): OfferedModel => {
    const model = models.find((one) => one.id === id);
    if (!model) throw new TypeError(`The site offers no net ${id}`);
    return model;
  };
  const put = (id: string, change: Partial<ModelEntry>): void =>
    store.setState(({ entries }) => ({
      entries: { ...entries, [id]: { ...(entries[id] ?? ABSENT), ...change } },
    }));
  const look = async ({ id, sha256, bytes }: OfferedModel): Promise<void> => {
    const there = await deps.store.size(sha256);
    if (running.has(id)) return;
    put(id, { state: there === bytes ? "kept" : there > 0 ? "part" : "absent", bytes: there });
  };
  const lock = (model: OfferedModel, signal: AbortSignal, work: () => Promise<void>) =>
    locks ? locks.request(`toolkit-model ${model.sha256}`, { signal }, work) : work();

  const refresh = (): void => {
    for (const model of models)
      look(model).catch((error: unknown) => {
        put(model.id, ABSENT);
        report(error);
      });
  };
  refresh();
  return Object.assign(store, {
    models,
    refresh,
    async load(id: string): Promise<void> {
      if (running.has(id)) return;
      const model = modelOf(id);
      const abort = new AbortController();
      const { signal } = abort;
      running.set(id, abort);
      put(id, { state: "loading", fault: null });
      const onProgress = (bytes: number): void => put(id, { bytes });
      try {
        await lock(model, signal, () => fetchModel(model, { ...deps, signal, onProgress }));
      } catch (error) {
        if (!signal.aborted) {
          const isKnown = error instanceof FaultError;
          put(id, { fault: isKnown ? error.fault : { code: "model.unreachable", params: {} } });
          if (!isKnown) report(error);
        }
      } finally {
        running.delete(id);
        await look(model).catch(() => put(id, { state: "absent", bytes: 0 }));
      }
    },
    pause: (id: string) => running.get(id)?.abort(),
    async remove(id: string): Promise<void> {
      const model = modelOf(id);
      await deps.store.remove(model.sha256);
      put(id, ABSENT);
    },
  });
}
