const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 (RFC 4648) without line breaks. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const four = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    const count = Math.min(3, bytes.length - at) + 1;
    parts.push(four.map((code, index) => (index < count ? LETTERS[code]! : "=")).join(""));
  }
  return parts.join("");
}

/** Decodes base64 with any line endings. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Map(Array.from(LETTERS, (letter, value) => [letter, value]));
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let [count, bits, held] = [0, 0, 0];
  for (const letter of text) {
    const value = values.get(letter);
    if (value === undefined) continue;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[count++] = (held >> bits) & 255;
  }
  return bytes.slice(0, count);
}
