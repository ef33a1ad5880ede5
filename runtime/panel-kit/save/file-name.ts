/** Maximum length of a file name without its ending, in characters. */
const MAX_NAME = 100;
/** Devices of Windows, which no file can be named after, whatever its ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A name that all systems accept for a file or a folder.
 * @param name without its ending
 * @param fallback if nothing of it is left
 */
export function fileNameOf(name: string, fallback: string): string {
  const safe = name
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\\/:*?"<>|]/gu, "_")
    .slice(0, MAX_NAME)
    // Half of a pair is no character.
    .replace(/[\uD800-\uDBFF]$/, "")
    // Windows ignores dots and spaces at the end.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, "");
  if (safe === "") return fallback;
  return DEVICE.test(safe) ? `_${safe}` : safe;
}
