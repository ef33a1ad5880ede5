import { CODE } from "../../../core/api/shapes.ts";
import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";

/** A code that was asked for and can still be entered. */
export interface Pending {
  readonly email: string;
  /** Epoch ms from which a new code can be sent. */
  readonly resendFrom: number;
  /** Epoch ms until which the code is valid. */
  readonly until: number;
}

/** What was entered before a dialog was closed. Passwords are not kept. */
interface Draft {
  readonly email: string;
  readonly register: Pending | null;
  readonly reset: Pending | null;
}
export type Drafts = StoreApi<Draft>;

export const createDrafts = (): Drafts =>
  createStore<Draft>(() => ({ email: "", register: null, reset: null }));

/** @param resendAfter seconds */
export const pendingOf = (email: string, resendAfter: number, now: number): Pending => ({
  email,
  resendFrom: now + resendAfter * 1000,
  until: now + CODE.seconds * 1000,
});

/** A code that was asked for before and has not expired. */
export const stillPending = (pending: Pending | null, now: number): Pending | null =>
  pending && now < pending.until ? pending : null;
