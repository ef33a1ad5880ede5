/** Name of the cache of synthesized parts of unfinished texts, so that synthesis resumes after a reload. */
const STORE = "narration";
const addressesOf = (key: string) => [`/narration/${key}.pcm`, `/narration/${key}.json`] as const;

/** The key of a part: equal for equal texts and settings. */
export async function keyOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 16), (one) => one.toString(16).padStart(2, "0")).join("");
}

/** Synthesized parts of a long text. Without Cache Storage, parts are synthesized again. */
export async function openSpeechCache() {
  const store = (await globalThis.caches?.open(STORE).catch(() => null)) ?? null;
  return {
    async read(key: string): Promise<{ readonly sound: Blob; readonly words: string } | null> {
      if (!store) return null;
      const [sound, words] = await Promise.all(addressesOf(key).map((one) => store.match(one)));
      return sound && words ? { sound: await sound.blob(), words: await words.text() } : null;
    },
    async write(key: string, sound: Blob, words: string): Promise<void> {
      if (!store) return;
      const [first, second] = addressesOf(key);
      try {
        await store.put(first, new Response(sound));
        await store.put(second, new Response(words));
      } catch {
        // A full disk must not prevent synthesis.
      }
    },
    /** Deletes all parts. */
    async clear(): Promise<void> {
      if (store) await caches.delete(STORE).catch(() => false);
    },
  };
}
