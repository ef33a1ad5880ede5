import { SUCCESS } from "../../core/api/contract/call.ts";
import type { ApiErrorKey } from "../../core/api/contract/errors.ts";
import { faultOf } from "../../core/api/contract/errors.ts";
import type { Refusal } from "./refusal.ts";

/** An answer before it has headers. */
export interface Outcome {
  readonly status: number;
  /** JSON of the envelope. */
  readonly body: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** The connection ends with it. */
  readonly closes?: boolean;
  /** Given before, to the same idempotency key. */
  readonly replayed?: true;
}

/** English words for an error. */
export type Say = (
  key: ApiErrorKey,
  params: Readonly<Record<string, string | number>> | undefined,
) => string;

export const success = (data: unknown): Outcome => ({
  status: 200,
  body: JSON.stringify({ code: SUCCESS, data: data ?? null, message: "Operation successful" }),
});

export const refused = (
  { key, params, retryAfter, status, closes }: Refusal,
  say: Say,
): Outcome => ({
  status,
  body: JSON.stringify({
    code: faultOf(key).code,
    data: null,
    message: say(key, params),
    key,
    ...(params && { params }),
  }),
  retryAfter,
  closes,
});
