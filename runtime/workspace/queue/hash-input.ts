/** Bytes that are hashed at once. */
const BLOCK = 4 * 1024 * 1024;

/**
 * A digest of files: SHA-256 over the lengths of the files and the SHA-256 of each block of 4 MiB,
 * so that a long file need not be in memory. In hexadecimal.
 */
export async function hashInput(
  files: readonly Blob[],
  digest: (data: BufferSource) => Promise<ArrayBuffer>,
  signal: AbortSignal,
): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const file of files) {
    parts.push(new TextEncoder().encode(`${file.size}\n`));
    for (let at = 0; at < file.size; at += BLOCK) {
      signal.throwIfAborted();
      const block = await file.slice(at, at + BLOCK).arrayBuffer();
      parts.push(new Uint8Array(await digest(block)));
    }
  }
  const all = await new Blob(parts).arrayBuffer();
  return [...new Uint8Array(await digest(all))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
