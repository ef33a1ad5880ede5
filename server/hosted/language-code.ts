const LETTERS = "abcdefghijklmnopqrstuvwxyz";
let codes: ReadonlyMap<string, string> | null = null;

/** Maps lowercase English names of languages to two-letter codes. */
function readCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const found = new Map<string, string>();
  for (const first of LETTERS)
    for (const second of LETTERS) {
      const name = names.of(first + second)?.toLowerCase();
      if (name !== undefined && !found.has(name)) found.set(name, first + second);
    }
  return found;
}

/** ISO 639 code of a language given by its code or its English name; null if unknown. */
export const languageCode = (name: string): string | null =>
  /^[a-z]{2,3}$/.test(name) ? name : ((codes ??= readCodes()).get(name.toLowerCase()) ?? null);
