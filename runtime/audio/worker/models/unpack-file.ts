/** Magic number of gzip (RFC 1952). */
const MARK = [0x1f, 0x8b] as const;

/** Decompresses gzip data; returns other bytes unchanged. */
export async function unpackBytes(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first !== MARK[0] || second !== MARK[1]) return bytes;
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}

/**
 * Fetches a file of the site that may be published compressed.
 * @throws {TypeError} if the file cannot be loaded
 */
export async function fetchUnpacked(
  url: string,
  load: (url: string) => Promise<Response> = (address) => fetch(address),
): Promise<ArrayBuffer> {
  const answer = await load(url);
  if (!answer.ok) throw new TypeError(`${url} answered ${answer.status}`);
  return unpackBytes(await answer.arrayBuffer());
}
