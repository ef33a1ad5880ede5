/** What stays in the browser when the page is left: text by key. */
export interface KeyValue {
  get(key: string): string | null;
  /** Null removes the key. */
  set(key: string, value: string | null): void;
}

/**
 * Storage that a browser may refuse, or that may be full: what it does not take is kept in memory
 * until the page is left.
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

/** The id by which a visitor without an account is known in this browser (USR-13). */
export function visitorId(storage: KeyValue, uuid: () => string): string {
  const known = storage.get("audio_userUuid");
  if (known !== null && /^[\w-]{8,64}$/.test(known)) return known;
  const made = uuid();
  storage.set("audio_userUuid", made);
  return made;
}
