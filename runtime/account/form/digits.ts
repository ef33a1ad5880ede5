/** Zeros of digit sets: Latin, Arabic, Persian, Devanagari, full width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10];

/**
 * The first digits of a text as `0` to `9`: a code pasted as `123 456`, `123-456` or `١٢٣٤٥٦` is
 * the same.
 */
export function digitsOf(text: string, count: number): string {
  let digits = "";
  for (const char of text) {
    const code = char.codePointAt(0)!;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    if (zero !== undefined && digits.length < count) digits += code - zero;
  }
  return digits;
}
