/** Message of a page: paths of the site to cache for offline use. */
export interface CacheMessage {
  readonly type: "keep";
  readonly addresses: readonly string[];
}

/**
 * Parameter of the page that opens what another application has shared: on arrival in a form, and
 * of the page that follows.
 */
export const SHARED = "shared";

/** Message of that page: requests the files, which are the response to its port. */
export interface FilesRequest {
  readonly type: typeof SHARED;
  /** Value of the parameter. */
  readonly id: string;
}

/** More than any page needs. */
const MAX_URLS = 600;

export function isKeepMessage(value: unknown): value is CacheMessage {
  if (typeof value !== "object" || value === null) return false;
  const { type, addresses } = value as Partial<Record<keyof CacheMessage, unknown>>;
  return (
    type === "keep" &&
    Array.isArray(addresses) &&
    addresses.length <= MAX_URLS &&
    addresses.every((address) => typeof address === "string")
  );
}
