import type { OfferedModel } from "#core/models/offered.ts";
import type { EngineDeps } from "../engine-types.ts";
import { type WorkerPool, createWorkerPool } from "../worker-pool.ts";

/** A studio model on the device. */
export type HostedModel = Pick<OfferedModel, "id" | "files" | "form" | "memory">;

export interface ModelSlotsDeps extends Pick<EngineDeps, "createWorker" | "every"> {
  /** Total memory that models may use, in bytes. */
  readonly budget: number;
  /** Calls `work` after a delay in ms, unless the returned function is called first. */
  readonly after: (work: () => void, ms: number) => () => void;
}

/**
 * Time in ms after which an idle session is ended. Large models occupy the memory of hundreds of
 * pages; small ones stay loaded while a visitor reads a result and chooses the next file.
 */
const IDLE_LARGE = 60_000;
const IDLE_SMALL = 30 * 60_000;
/** Maximum fraction of the budget of a small model. */
const SMALL = 1 / 4;

interface Slot {
  readonly pool: WorkerPool;
  readonly bytes: number;
  /** Callers that use the session or wait for it. */
  users: number;
  /** Resolves when the previous call has finished. */
  last: Promise<unknown>;
  stopWaiting: () => void;
}

/** Keeps one worker per model, whose session is reused by the next caller. */
export function createModelSlots(deps: ModelSlotsDeps) {
  const { budget, after } = deps;
  /** By model, the most recently used last. */
  const slots = new Map<string, Slot>();

  const drop = (key: string, slot: Slot): void => {
    slot.stopWaiting();
    slot.pool.clear();
    slots.delete(key);
  };
  /** Ends idle sessions until the model fits into the budget. */
  function makeRoom(bytes: number): void {
    const all = (): number => [...slots.values()].reduce((sum, slot) => sum + slot.bytes, bytes);
    for (const [key, slot] of slots) if (slot.users === 0 && all() > budget) drop(key, slot);
  }
  function slotOf({ id, files, memory }: HostedModel): readonly [key: string, slot: Slot] {
    const key = [id, ...files.map(({ sha256 }) => sha256)].join(" ");
    const known = slots.get(key);
    if (known) slots.delete(key);
    else makeRoom(memory ?? 0);
    const slot = known ?? {
      pool: createWorkerPool(deps),
      bytes: memory ?? 0,
      users: 0,
      last: Promise.resolve(),
      stopWaiting: () => {},
    };
    slots.set(key, slot);
    return [key, slot];
  }

  /** Serializes calls per model. */
  async function use<T>(
    { model, signal }: { readonly model: HostedModel; readonly signal: AbortSignal },
    work: (pool: WorkerPool) => Promise<T>,
  ): Promise<T> {
    const [key, slot] = slotOf(model);
    slot.users++;
    slot.stopWaiting();
    const before = slot.last;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    slot.last = before.then(() => done);
    try {
      const aborted = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason as Error);
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
      await Promise.race([before, aborted]);
      return await work(slot.pool);
    } finally {
      resolve();
      slot.users--;
      if (slot.users === 0)
        slot.stopWaiting = after(
          () => {
            if (slot.users === 0) drop(key, slot);
          },
          slot.bytes <= SMALL * budget ? IDLE_SMALL : IDLE_LARGE,
        );
    }
  }

  return {
    use,
    /** Ends idle sessions. */
    unload: (): void => {
      for (const [key, slot] of slots) if (slot.users === 0) drop(key, slot);
    },
  };
}
