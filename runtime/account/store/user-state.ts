import type { UserConfig } from "#core/api/contract/shapes.ts";
import type { CreditState } from "./user-credits.ts";
import type { RecordState } from "./user-records.ts";

export interface UserState extends CreditState, RecordState {
  readonly token: string | null;
  /** The e-mail address. */
  readonly userName: string;
  readonly kodepay_user_id: string;
  /** Null while it has not been loaded. */
  readonly userConfig: UserConfig | null;
  readonly registerState: "" | "code_sent";
  /**
   * `unknown` before anybody looked; `restoring` while a stored token is being looked up; `offline`
   * when nobody could be asked about it, so that it is kept.
   */
  readonly status: "unknown" | "restoring" | "in" | "out" | "offline";
  /** The server wants a proof of work, which is being made. */
  readonly isChecking: boolean;
  /** The visitor asked for the daily tip. */
  readonly tipToggled: boolean;
}

/** What is known while nobody is signed in. */
export const NOBODY = {
  token: null,
  userName: "",
  credits: 0,
  last_get_credits_time: 0,
  kodepay_user_id: "",
  subscription: null,
  userConfig: null,
  daily_credits_count: 0,
  paymentHistory: [],
  historyUsage: [],
  registerState: "",
  tipToggled: false,
} satisfies Omit<UserState, "status" | "isChecking">;
