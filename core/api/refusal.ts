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

/** The error for a request that is not as agreed: the one of the field that a person filled in. */
export function refusalOfIssues(issues: readonly Issue[]): RefusedRequest {
  for (const { path, code } of issues) {
    if (path?.[0] === "email") return { key: "email_invalid" };
    if (path?.[0] !== "password") continue;
    if (code === "too_small") return { key: "password_short", params: { min: PASSWORD.min } };
    if (code === "too_big") return { key: "password_long", params: { max: PASSWORD.max } };
  }
  return { key: "invalid_request" };
}
