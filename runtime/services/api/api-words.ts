import { isApiErrorKey } from "#core/api/contract/errors.ts";
import { FIXED_PARAMS } from "#core/api/contract/refusal.ts";
import { ApiError } from "./api-error.ts";

type Values = Readonly<Record<string, string | number>>;
/** A message key with its values. */
interface Keyed {
  readonly key: string;
  readonly params?: Values;
}
/** What is said of an error: a message, or a sentence of the server. */
export type Saying = Keyed | { readonly words: string };

/** Seconds from which a wait is told in minutes. */
const MINUTES_FROM = 100;
const FILE = "errors:";

/** What can be said of an error whatever was asked for; null where that depends on it. */
function commonSaying({ status, key, params, retryAfter }: ApiError): Keyed | null {
  if (key === "offline") return { key: "errors:offline" };
  if (key === "unreachable") return { key: "errors:unreachable" };
  // Waiting alone does not help: its own words say what does.
  const isWait = status === 429 && key !== "jobs_open";
  if (isWait && retryAfter !== null && retryAfter > 0)
    return retryAfter < MINUTES_FROM
      ? { key: "errors:tooManySeconds", params: { count: Math.ceil(retryAfter) } }
      : { key: "errors:tooManyMinutes", params: { count: Math.ceil(retryAfter / 60) } };
  if (key === null || !isApiErrorKey(key)) return null;
  // A server may leave out what is known here.
  const fixed = FIXED_PARAMS[key];
  return { key: `errors:api.${key}`, params: fixed ? { ...fixed, ...params } : params };
}

/** What is said of an HTTP status that says all there is to say (ERR-1). */
const statusSaying = (status: number): Keyed => ({
  key: status === 401 || status === 500 ? `errors:http.${status}` : "errors:http.other",
});

/**
 * Whether a failure has words of its own, which are said where it happened: what the server refuses by
 * name or in a sentence, and that nobody answered. An ended session and a fault of the server are none.
 */
export const isRefusal = ({ status, key, message }: ApiError): boolean =>
  status === 0 ||
  (status < 400 && message !== "") ||
  (status !== 401 && status !== 500 && key !== null && isApiErrorKey(key));

/** What a popup says of a failed call (ERR-1). */
export const warningOf = (error: ApiError): Keyed =>
  error.status === 401 || error.status === 500
    ? statusSaying(error.status)
    : (commonSaying(error) ?? statusSaying(error.status));

/**
 * What is said of a failure where it happened: the catalogue's words, else the server's own.
 * @param otherwise message key for an error without words
 */
export function sayingOf(error: unknown, otherwise: string): string | Saying {
  if (!(error instanceof ApiError)) return otherwise;
  const { message, status } = error;
  const saying = commonSaying(error);
  if (saying) return saying.params ? saying : saying.key;
  return message === "" || status === 0 ? otherwise : { words: message };
}

/** An error in a form that can be kept: a key of `errors.json`, and its values. */
export function describeApiError(error: ApiError): {
  readonly code: string;
  readonly params: Values;
} {
  const { key, params = {} } = commonSaying(error) ?? statusSaying(error.status);
  return { code: key.slice(FILE.length), params };
}
