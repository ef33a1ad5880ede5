import { ApiError } from "../services/api/api-error.ts";
import { describeApiError } from "../services/api/api-words.ts";
import { AudioFetchError } from "../services/fetch-audio.ts";
import { FaultError, type Fault } from "./fault.ts";
import { isQuota } from "./quota.ts";

const fault = (code: string, params: Fault["params"] = {}): Fault => ({ code, params });

/** Error codes for names of DOM exceptions that reading or writing a file may throw. */
const NAMES: Readonly<Record<string, string>> = {
  NotReadableError: "file.unreadable",
  EncodingError: "file.unreadable",
  DataError: "file.unreadable",
  NotFoundError: "file.missing",
  NotSupportedError: "file.unsupported",
};

/**
 * Describes any error of a job in a way that helps the visitor.
 * @param onUnknown called with unexpected errors
 */
export function describeError(error: unknown, onUnknown: (error: unknown) => void): Fault {
  if (error instanceof FaultError) return error.fault;
  if (error instanceof ApiError) return describeApiError(error);
  if (error instanceof AudioFetchError) {
    const { url, status, statusText } = error;
    return fault("fetch", { url, status, statusText });
  }
  if (isQuota(error)) return fault("storage.full");
  const { name = "", message = "" } = (error ?? {}) as { name?: string; message?: string };
  const known = NAMES[name];
  if (known !== undefined) return fault(known);
  if (name === "RangeError" && /alloc|array (buffer|length)|memory/i.test(message))
    return fault("file.tooLarge");
  if (/dynamically imported module|Importing a module script failed|module script/i.test(message))
    return fault("job.notLoaded");
  onUnknown(error);
  return fault("job.failed");
}
