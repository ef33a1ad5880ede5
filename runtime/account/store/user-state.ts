import type { UserConfig } from "#core/api/contract/shapes.ts";
import type { CreditState } from "./user-credits.ts";
import type { RecordState } from "./user-records.ts";

export interface UserState extends CreditState, RecordState {
  readonly token: string | null;
  /** Id of the account that the token belongs to. */
  readonly userId: string | null;
  /** The email address. */
  readonly userName: string;
  readonly kodepay_user_id: string;
  /** Null before the settings are loaded. */
  readonly userConfig: UserConfig | null;
  readonly registerState: "" | "code_sent";
  /**
   * `unknown` before the stored token has been read; `restoring` while the token is being checked;
   * `offline` if the server could not be reached, in which case the token is kept.
   */
  readonly status: "unknown" | "restoring" | "in" | "out" | "offline";
  /** The server requires a proof of work, which is being computed. */
  readonly isChecking: boolean;
  /** The visitor requested the daily tip. */
  readonly tipToggled: boolean;
}

/** State while no visitor is signed in. */
export const SIGNED_OUT = {
  token: null,
  userId: null,
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
