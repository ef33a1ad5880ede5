import { CODE } from "#core/api/contract/shapes.ts";
import { type StoreApi, createStore } from "zustand/vanilla";
import { PERSONAL_IN_TAB } from "../../services/personal-storage.ts";
import type { KeyValue } from "../../services/storage.ts";

/** A code that was requested and can still be entered. */
export interface Pending {
  readonly email: string;
  /** Epoch ms from which a new code can be sent. */
  readonly resendFrom: number;
  /** Epoch ms until which the code is valid. */
  readonly until: number;
}

/** Input of closed dialogs, stored across reloads of the tab. Passwords are not stored. */
interface Draft {
  readonly email: string;
  readonly register: Pending | null;
  readonly reset: Pending | null;
}
export type Drafts = StoreApi<Draft>;

const EMPTY: Draft = { email: "", register: null, reset: null };

const isPending = (value: unknown): value is Pending => {
  const { email, resendFrom, until } = (value ?? {}) as Partial<Record<keyof Pending, unknown>>;
  return typeof email === "string" && typeof resendFrom === "number" && typeof until === "number";
};

function readDraft(storage: KeyValue): Draft {
  try {
    const { email, register, reset } = JSON.parse(
      storage.get(PERSONAL_IN_TAB.draft) ?? "{}",
    ) as Partial<Draft>;
    return {
      email: typeof email === "string" ? email : "",
      register: isPending(register) ? register : null,
      reset: isPending(reset) ? reset : null,
    };
  } catch {
    return EMPTY;
  }
}

/** @param storage of the tab: phones discard it while the visitor looks for the code */
export function createDrafts(storage: KeyValue): Drafts {
  const drafts = createStore<Draft>(() => readDraft(storage));
  drafts.subscribe((draft) => {
    const isEmpty = draft.email === "" && draft.register === null && draft.reset === null;
    storage.set(PERSONAL_IN_TAB.draft, isEmpty ? null : JSON.stringify(draft));
  });
  return drafts;
}

/** Deletes all input, when the visitor logs out. */
export const clearDrafts = (drafts: Drafts): void => drafts.setState(EMPTY, true);

/** @param resendAfter seconds */
export const pendingOf = (email: string, resendAfter: number, now: number): Pending => ({
  email,
  resendFrom: now + resendAfter * 1000,
  until: now + CODE.seconds * 1000,
});

/** A code that was requested before and has not expired. */
export const stillPending = (pending: Pending | null, now: number): Pending | null =>
  pending && now < pending.until ? pending : null;
