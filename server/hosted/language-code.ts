const LETTERS = "abcdefghijklmnopqrstuvwxyz";
let codes: ReadonlyMap<string, string> | null = null;

/** English names of languages, in small letters, with their codes of two letters. */
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

/** The code (ISO 639) of a language that is told by its code or by its English name; null where it is neither. */
export const languageCode = (name: string): string | null =>
  /^[a-z]{2,3}$/.test(name) ? name : ((codes ??= readCodes()).get(name.toLowerCase()) ?? null);
