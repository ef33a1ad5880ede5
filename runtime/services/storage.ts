/** Storage of texts by key that survives the page. */
export interface KeyValue {
  get(key: string): string | null;
  /** Null removes the key. */
  set(key: string, value: string | null): void;
}

/**
 * Storage with a fallback in memory, until the page is left, if the browser blocks it or it is
 * full.
 */
export function safeStorage(storage: () => Storage): KeyValue {
  const refused = new Map<string, string | null>();
  return {
    get(key) {
      const own = refused.get(key);
      if (own !== undefined) return own;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
        refused.delete(key);
      } catch {
        refused.set(key, value);
      }
    },
  };
}

/**
 * The id of a visitor in this browser, created when one is needed first: for a rating (USR-13).
 */
export function visitorId(storage: KeyValue, uuid: () => string): string {
  const known = storage.get("audio_userUuid");
  if (known !== null && /^[\w-]{8,64}$/.test(known)) return known;
  const made = uuid();
  storage.set("audio_userUuid", made);
  return made;
}
