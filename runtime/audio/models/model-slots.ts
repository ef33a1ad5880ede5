import type { OfferedModel } from "#core/models/offered.ts";
import type { EngineDeps } from "../engine-types.ts";
import { type WorkerPool, createWorkerPool } from "../worker-pool.ts";

/** A studio model that is on the device. */
export type HostedModel = Pick<OfferedModel, "id" | "files" | "form" | "memory">;

export interface ModelSlotsDeps extends Pick<EngineDeps, "createWorker" | "every"> {
  /** Bytes that models may take together. */
  readonly budget: number;
  /** Calls back once after so many ms, unless what it answers is called. */
  readonly after: (work: () => void, ms: number) => () => void;
}

/**
 * ms after which a session that nobody uses is ended. A large one takes the memory of hundreds of pages; a
 * small one stays while a visitor reads a result and chooses the next file.
 */
const IDLE_LARGE = 60_000;
const IDLE_SMALL = 30 * 60_000;
/** Part of the budget that a small model takes at most. */
const SMALL = 1 / 4;

interface Slot {
  readonly pool: WorkerPool;
  readonly bytes: number;
  /** Those that use it or wait for it. */
  users: number;
  /** Resolves when the one before is done. */
  last: Promise<unknown>;
  stopWaiting: () => void;
}

/** One worker for each model, which keeps its session for the next who wants it. */
export function createModelSlots(deps: ModelSlotsDeps) {
  const { budget, after } = deps;
  /** By the model, the one that was used last at the end. */
  const slots = new Map<string, Slot>();

  const drop = (key: string, slot: Slot): void => {
    slot.stopWaiting();
    slot.pool.clear();
    slots.delete(key);
  };
  /** Sessions that nobody uses give way to the one that is wanted. */
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

  /** One after the other with each model. */
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
    /** Ends the sessions that nobody uses now. */
    unload: (): void => {
      for (const [key, slot] of slots) if (slot.users === 0) drop(key, slot);
    },
  };
}
