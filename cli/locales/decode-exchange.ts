import { decodeText } from "../files/decode-text.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { ExchangeFault } from "./exchange.ts";

/** Number of bytes within which a file must declare its encoding. */
const HEAD = 4096;
const DECLARATION = /^(<\?xml\s[^>]*?encoding\s*=\s*)(["'])([^"'>]*)\2/;

/**
 * Decodes a returned file by its byte order mark, else by its XML declaration or PO header, else as
 * UTF-8.
 * @throws EXCHANGE_ENCODING for invalid bytes; ExchangeFault for an unknown encoding
 */
export function decodeExchange(bytes: Uint8Array, file: string): string {
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes, file) ?? "utf-8";
  const found = decodeText(bytes, encoding);
  if ("undecodable" in found)
    throw new ToolkitError("EXCHANGE_ENCODING", { file, encoding, ...found.undecodable });
  // The decoded text declares no encoding. The replacement preserves columns.
  return found.text.replace(DECLARATION, (_, before: string, quote: string, name: string) =>
    `${before}${quote}UTF-8${quote}`.padEnd(before.length + name.length + 2),
  );
}

/**
 * Detected by the byte order mark, or by the zero byte of the first character, which is ASCII in
 * all formats.
 */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be";
  return undefined;
}

function declaredEncoding(bytes: Uint8Array, file: string): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString("latin1");
  const named = /\.po$/i.test(file) ? poCharset(head) : DECLARATION.exec(head)?.[3];
  if (named === undefined || /^(us-)?ascii$/i.test(named)) return undefined;
  let encoding: string;
  try {
    ({ encoding } = new TextDecoder(named));
  } catch {
    throw new ExchangeFault(`its encoding is "${named}", which is not known`, 1);
  }
  if (encoding.startsWith("utf-16"))
    throw new ExchangeFault(`its encoding is "${named}" by its own words, and another one`, 1);
  return encoding;
}

/** The charset in the header, which is the first entry. */
function poCharset(head: string): string | undefined {
  const [, header] = /^msgid\s+""\s*$([^]*?)(?:^(?:msgid|msgctxt)\s|(?![^]))/m.exec(head) ?? [];
  return /charset=([\w.:-]+)/i.exec(header ?? "")?.[1];
}
