import { ApiError } from "../services/api/api-error.ts";

/** Statuses after which the same request may succeed later, besides those of a failing server. */
const TRANSIENT = new Set([0, 408, 425, 429]);

/** Whether the same request may succeed later; errors without a response are those of `fetch`. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError
    ? TRANSIENT.has(error.status) || error.status >= 500 || error.key === "key_in_flight"
    : error instanceof TypeError ||
      (error instanceof DOMException && error.name !== "QuotaExceededError");
