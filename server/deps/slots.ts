/**
 * The kinds of operations with a concurrency limit per account or client; the limits are in
 * `SLOT_LIMITS` in admission/slots.ts.
 */
export type SlotKind =
  | "streamAccount"
  | "streamClient"
  | "linkAccount"
  | "linkClient"
  | "lookupAccount"
  | "hostedAccount"
  | "uploadAccount"
  | "fileAccount";

export type SlotKey = readonly [kind: SlotKind, subject: string];

export interface Slots {
  /**
   * Takes a slot of each kind, or none.
   * @returns releases the slots, and never fails; null if a kind has no free slot
   */
  readonly take: (slotKeys: readonly SlotKey[]) => Promise<(() => Promise<void>) | null>;
}

/** Limits the concurrency of one process, to bound its memory. */
export interface Bulkhead {
  /** @returns releases the capacity, once; null if the process is at capacity */
  readonly take: () => (() => void) | null;
}

export function createBulkhead(limit: number): Bulkhead {
  let taken = 0;
  return {
    take: () => {
      if (taken >= limit) return null;
      taken++;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        taken--;
      };
    },
  };
}
