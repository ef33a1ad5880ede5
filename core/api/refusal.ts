import type { ApiErrorKey } from "./errors.ts";

/** What a parser has found, as far as it matters here. */
interface Issue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
}

/** The error for a request that is not as agreed: the one of the field that a person filled in. */
export function keyOfIssues(issues: readonly Issue[]): ApiErrorKey {
  for (const { path, code } of issues) {
    if (path?.[0] === "email") return "email_invalid";
    if (path?.[0] !== "password") continue;
    if (code === "too_small") return "password_short";
    if (code === "too_big") return "password_long";
  }
  return "invalid_request";
}
