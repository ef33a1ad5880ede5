/** Message of a page: paths of the site to cache for offline use. */
export interface KeepMessage {
  readonly type: "keep";
  readonly addresses: readonly string[];
}

/** More than any page needs. */
const MOST = 600;

export function isKeepMessage(value: unknown): value is KeepMessage {
  if (typeof value !== "object" || value === null) return false;
  const { type, addresses } = value as Partial<Record<keyof KeepMessage, unknown>>;
  return (
    type === "keep" &&
    Array.isArray(addresses) &&
    addresses.length <= MOST &&
    addresses.every((address) => typeof address === "string")
  );
}
