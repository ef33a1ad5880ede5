import { OPEN_JOBS } from "../../credits/credits.ts";
import type { ApiErrorKey } from "./errors.ts";
import { PASSWORD } from "./shapes.ts";

/** The fields of a zod issue that decide the error. */
interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
}
interface ValidationError {
  readonly key: ApiErrorKey;
  /** Parameters of its message. */
  readonly params?: Readonly<Record<string, number>>;
}

/** Message parameters that are the same for every request. */
export const FIXED_PARAMS: Readonly<Partial<Record<ApiErrorKey, Record<string, number>>>> = {
  password_short: { min: PASSWORD.min },
  password_long: { max: PASSWORD.max },
  jobs_open: { max: OPEN_JOBS },
};

const errorFor = (key: ApiErrorKey): ValidationError => {
  const params = FIXED_PARAMS[key];
  return { key, ...(params && { params }) };
};

/**
 * The error for an invalid request: that of the first field a person filled in, or
 * `invalid_request`.
 */
export function validationError(issues: readonly Issue[]): ValidationError {
  for (const { path, code } of issues) {
    if (path?.[0] === "email") return errorFor("email_invalid");
    if (path?.[0] !== "password") continue;
    if (code === "too_small") return errorFor("password_short");
    if (code === "too_big") return errorFor("password_long");
  }
  return errorFor("invalid_request");
}
