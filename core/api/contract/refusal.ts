import { OPEN_JOBS } from "../../credits/credits.ts";
import type { ApiErrorKey } from "./errors.ts";
import { PASSWORD } from "./shapes.ts";

/** What a parser has found, as far as it matters here. */
interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
}
interface RefusedRequest {
  readonly key: ApiErrorKey;
  /** Values for its words. */
  readonly params?: Readonly<Record<string, number>>;
}

/** Values for the words of an error that are the same whoever asks. */
export const FIXED_PARAMS: Readonly<Partial<Record<ApiErrorKey, Record<string, number>>>> = {
  password_short: { min: PASSWORD.min },
  password_long: { max: PASSWORD.max },
  jobs_open: { max: OPEN_JOBS },
};

const refusedBy = (key: ApiErrorKey): RefusedRequest => {
  const params = FIXED_PARAMS[key];
  return { key, ...(params && { params }) };
};

/** The error for a request that is not as agreed: the one of the field that a person filled in. */
export function refusalOfIssues(issues: readonly Issue[]): RefusedRequest {
  for (const { path, code } of issues) {
    if (path?.[0] === "email") return refusedBy("email_invalid");
    if (path?.[0] !== "password") continue;
    if (code === "too_small") return refusedBy("password_short");
    if (code === "too_big") return refusedBy("password_long");
  }
  return refusedBy("invalid_request");
}
