import { isApiErrorKey } from "#core/api/contract/errors.ts";
import { FIXED_PARAMS } from "#core/api/contract/validation-error.ts";
import { ApiError } from "./api-error.ts";

type Values = Readonly<Record<string, string | number>>;
/** A message key with its values. */
interface Keyed {
  readonly key: string;
  readonly params?: Values;
}
/** Text of an error: a message, or a sentence of the server. */
export type DisplayText = Keyed | { readonly words: string };

/** Seconds from which a wait is given in minutes. */
const MINUTES_FROM = 100;
const FILE = "errors:";

/** The text of an error for any call; null if it depends on the call. */
function commonErrorText({ status, key, params, retryAfter }: ApiError): Keyed | null {
  if (key === "offline") return { key: "errors:offline" };
  if (key === "unreachable") return { key: "errors:unreachable" };
  // Waiting alone does not help: the error's own text explains what does.
  const isWait = status === 429 && key !== "jobs_open";
  if (isWait && retryAfter !== null && retryAfter > 0)
    return retryAfter < MINUTES_FROM
      ? { key: "errors:tooManySeconds", params: { count: Math.ceil(retryAfter) } }
      : { key: "errors:tooManyMinutes", params: { count: Math.ceil(retryAfter / 60) } };
  if (key === null || !isApiErrorKey(key)) return null;
  // The server may omit parameters with fixed values.
  const fixed = FIXED_PARAMS[key];
  return { key: `errors:api.${key}`, params: fixed ? { ...fixed, ...params } : params };
}

/** The text of an HTTP status that needs no further explanation (ERR-1). */
const statusErrorText = (status: number): Keyed => ({
  key: status === 401 || status === 500 ? `errors:http.${status}` : "errors:http.other",
});

/**
 * Whether an error has a text of its own, which is shown beside the control that failed: errors
 * with a key or a message of the server, and missing responses. Ended sessions and server errors
 * have no text of their own.
 */
export const isValidationError = ({ status, key, message }: ApiError): boolean =>
  status === 0 ||
  (status < 400 && message !== "") ||
  (status !== 401 && status !== 500 && key !== null && isApiErrorKey(key));

/** The popup text of a failed call (ERR-1). */
export const warningOf = (error: ApiError): Keyed =>
  error.status === 401 || error.status === 500
    ? statusErrorText(error.status)
    : (commonErrorText(error) ?? statusErrorText(error.status));

/**
 * The text of an error beside the control that failed: from the catalogue, or else from the server.
 * @param otherwise message key for an error without a text
 */
export function errorText(error: unknown, otherwise: string): string | DisplayText {
  if (!(error instanceof ApiError)) return otherwise;
  const { message, status } = error;
  const text = commonErrorText(error);
  if (text) return text.params ? text : text.key;
  return message === "" || status === 0 ? otherwise : { words: message };
}

/** An error of a form that can be stored: a key of `errors.json`, and its values. */
export function describeApiError(error: ApiError): {
  readonly code: string;
  readonly params: Values;
} {
  const { key, params = {} } = commonErrorText(error) ?? statusErrorText(error.status);
  return { code: key.slice(FILE.length), params };
}
