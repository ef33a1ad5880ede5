/**
 * Repairs the encoding of texts in WAV or AIFF tags, which the formats do not specify. Valid UTF-8
 * was probably written as such, but has been read as one character per byte.
 */
export const repairTexts = <T extends object>(tags: T): T =>
  Object.fromEntries(
    Object.entries(tags).map(([key, value]) => [
      key,
      typeof value === "string" ? repairText(value) : value,
    ]),
  ) as T;

function repairText(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  const bytes = text.replace(
    /[%\x80-\xff]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  try {
    return decodeURIComponent(bytes);
  } catch {
    return text;
  }
}
