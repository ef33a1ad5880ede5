/**
 * What an account or a client may have running a limited number of times; `SLOT_LIMITS` in
 * admission/slots.ts has the numbers.
 */
export type SlotKind =
  | "streamAccount"
  | "streamClient"
  | "linkAccount"
  | "linkClient"
  | "lookupAccount"
  | "hostedAccount"
  | "uploadAccount";

export type SlotKey = readonly [kind: SlotKind, subject: string];

/** Limits of what runs at the same time, in all processes together. */
export interface Slots {
  /**
   * Takes a slot of each kind, or none.
   * @returns releases them, and never fails; null when a kind has no free slot
   */
  readonly take: (slotKeys: readonly SlotKey[]) => Promise<(() => Promise<void>) | null>;
}

/** Limits what one process runs at the same time, so that it keeps its memory. */
export interface Bulkhead {
  /** @returns releases its place, once; null when the process has none left */
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
