/** Legacy encodings by language. */
const LEGACY: Readonly<Record<string, string>> = {
  ar: "windows-1256",
  bg: "windows-1251",
  el: "windows-1253",
  fa: "windows-1256",
  he: "windows-1255",
  ja: "shift_jis",
  ko: "euc-kr",
  ru: "windows-1251",
  th: "windows-874",
  uk: "windows-1251",
  zh: "gb18030",
  "zh-hk": "big5",
  "zh-mo": "big5",
  "zh-tw": "big5",
};
const WESTERN = "windows-1252";

/** Number of bytes that are examined to detect the encoding. */
const LOOKED = 65_536;
/** Minimum fraction of non-ASCII letters of a text in a non-western language. */
const FOREIGN = 0.5;

/** Detects UTF-16 by its byte order mark, or by zeros in every other byte. */
function wideEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const head = bytes.subarray(0, LOOKED);
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even, odd] = zeros as [number, number];
  // Text of any language contains spaces and line breaks, whose high byte is zero.
  if (bytes.length % 2 !== 0 || Math.max(even, odd) < Math.max(2, head.length / 40)) return null;
  return even === 0 ? "utf-16le" : odd === 0 ? "utf-16be" : null;
}

/** Whether the fraction of non-ASCII bytes indicates a non-western language. */
function isForeign(bytes: Uint8Array): boolean {
  let plain = 0;
  let beyond = 0;
  for (const byte of bytes.subarray(0, LOOKED)) {
    if (byte >= 0x80) beyond++;
    else if (/[a-z]/i.test(String.fromCharCode(byte))) plain++;
  }
  return beyond > FOREIGN * (plain + beyond);
}

function decodeAs(label: string, bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether a text has none of the control characters that occur only in binary files. */
// oxlint-disable-next-line no-control-regex
const isText = (text: string): boolean => !/[\u0000-\u0008\u000E-\u001A\uFFFF]/u.test(text);

/**
 * Decodes a text with a detected encoding: UTF-8, UTF-16, or the first matching legacy encoding of
 * the languages; null for binary data.
 * @param languages BCP 47 tags
 */
export function decodeText(
  bytes: Uint8Array<ArrayBuffer>,
  languages: readonly string[] = navigator.languages,
): string | null {
  const wide = wideEncoding(bytes);
  const labels = wide === null ? ["utf-8"] : [wide];
  if (wide === null && isForeign(bytes))
    for (const language of languages.map((one) => one.toLowerCase()))
      labels.push(LEGACY[language] ?? LEGACY[language.split("-")[0]!] ?? WESTERN);
  labels.push(WESTERN);
  for (const label of labels) {
    const text = decodeAs(label, bytes);
    if (text !== null) return isText(text) ? text : null;
  }
  return null;
}
