/** Bytes of a file with captions at most. */
const MOST = 2_000_000;

/** The text of a file; null where it is none, or too long. */
export async function textOf(file: Blob): Promise<string | null> {
  if (file.size > MOST) return null;
  const text = await file.text();
  return text.includes("\u0000") ? null : text;
}
