/** The first invalid byte of a text. */
export interface Undecodable {
  /** 1-based; columns are UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  /** In hexadecimal: `0xE4`. */
  readonly byte: string;
}

/**
 * Decodes bytes without the byte order mark, or finds the first invalid byte.
 * @param encoding a label of the Encoding Standard
 */
export function decodeText(
  bytes: Uint8Array,
  encoding = "utf-8",
): { readonly text: string } | { readonly undecodable: Undecodable } {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error;
    return { undecodable: firstUndecodable(bytes, encoding) };
  }
}

function firstUndecodable(bytes: Uint8Array, encoding: string): Undecodable {
  // The longest valid prefix; it may end within a character.
  let [sound, faulty] = [0, bytes.length + 1];
  while (faulty - sound > 1) {
    const middle = (sound + faulty) >> 1;
    if (beginningOf(bytes, middle, encoding) === undefined) faulty = middle;
    else sound = middle;
  }
  const before = beginningOf(bytes, sound, encoding)!;
  const lines = before.split("\n");
  // The invalid sequence begins with the bytes that did not complete a character.
  const at = encoding === "utf-8" ? markLength(bytes) + Buffer.byteLength(before) : sound;
  const byte = bytes[Math.min(at, bytes.length - 1)]!;
  return {
    line: lines.length,
    column: lines.at(-1)!.length + 1,
    byte: `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  };
}

/** Complete characters of the first bytes; undefined if these bytes are invalid. */
function beginningOf(bytes: Uint8Array, length: number, encoding: string): string | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return decoder.decode(bytes.subarray(0, length), { stream: true });
  } catch {
    return undefined;
  }
}

const markLength = ([first, second, third]: Uint8Array): number =>
  first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
