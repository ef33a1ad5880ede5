import { createStore } from "zustand/vanilla";
import type { OfferedModel } from "#core/models/offered.ts";
import { createTimeLeft } from "#core/progress/time-left.ts";
import { FaultError } from "../../contract/fault.ts";
import { type FetchModelOptions, fetchModelFile } from "./fetch-model.ts";
import type { ModelCache, ModelEntry } from "../../contract/models.ts";

export interface ModelCacheDeps extends Omit<FetchModelOptions, "signal" | "onProgress"> {
  readonly models: readonly OfferedModel[];
  /** Locks across tabs; missing if the browser has none. */
  readonly locks?: Pick<LockManager, "request"> | undefined;
  /** Monotonic clock, in ms. */
  readonly now: () => number;
  readonly report: (error: unknown) => void;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const ABSENT: ModelEntry = { state: "absent", bytes: 0, secondsLeft: null, fault: null };

/** The models of the site, and their state on this device. */
export function createModelCache({ models, locks, report, ...deps }: ModelCacheDeps): ModelCache {
  const store = createStore<{ readonly entries: Readonly<Record<string, ModelEntry>> }>(() => ({
    entries: {},
  }));
  const running = new Map<
    string,
    { readonly abort: AbortController; readonly done: Promise<void> }
  >();
  const modelOf = (id: string): OfferedModel => {
    const model = models.find((one) => one.id === id);
    if (!model) throw new TypeError(`The site offers no net ${id}`);
    return model;
  };
  const put = (id: string, change: Partial<ModelEntry>): void =>
    store.setState(({ entries }) => ({
      entries: { ...entries, [id]: { ...(entries[id] ?? ABSENT), ...change } },
    }));
  /** Stored bytes of each file. */
  const sizesOf = ({ files }: OfferedModel): Promise<number[]> =>
    Promise.all(files.map(({ sha256 }) => deps.store.size(sha256)));
  const look = async (model: OfferedModel): Promise<void> => {
    const { id, bytes } = model;
    const there = sum(await sizesOf(model));
    if (running.has(id)) return;
    const state = there === bytes ? "kept" : there > 0 ? "part" : "absent";
    put(id, { state, bytes: there, secondsLeft: null });
  };
  const lock = (model: OfferedModel, signal: AbortSignal, work: () => Promise<void>) =>
    locks ? locks.request(`toolkit-model ${model.id}`, { signal }, work) : work();

  const refresh = (): void => {
    for (const model of models)
      look(model).catch((error: unknown) => {
        put(model.id, ABSENT);
        report(error);
      });
  };
  refresh();
  async function download(model: OfferedModel, signal: AbortSignal): Promise<void> {
    const { id } = model;
    put(id, { state: "loading", fault: null });
    try {
      await lock(model, signal, async () => {
        const here = await sizesOf(model);
        const timeLeft = createTimeLeft();
        for (const [at, file] of model.files.entries()) {
          const onProgress = (bytes: number): void => {
            here[at] = bytes;
            const all = sum(here);
            put(id, { bytes: all, secondsLeft: timeLeft.update(all / model.bytes, deps.now()) });
          };
          await fetchModelFile(file, { ...deps, signal, onProgress });
        }
      });
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
  }
  return Object.assign(store, {
    models,
    refresh,
    load(id: string): Promise<void> {
      const current = running.get(id);
      if (current) return current.done;
      const abort = new AbortController();
      const done = download(modelOf(id), abort.signal);
      running.set(id, { abort, done });
      return done;
    },
    pause: (id: string) => running.get(id)?.abort.abort(),
    async remove(id: string): Promise<void> {
      const model = modelOf(id);
      for (const { sha256 } of model.files) await deps.store.remove(sha256);
      put(id, ABSENT);
    },
  });
}
