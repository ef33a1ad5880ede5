/** Message of a page: paths of the site to cache for offline use. */
export interface CacheMessage {
  readonly type: "keep";
  readonly addresses: readonly string[];
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
