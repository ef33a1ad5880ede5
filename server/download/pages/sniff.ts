import { scanMarkup } from "#core/xml/scan-markup.ts";
import { markedEncoding } from "./decode-page.ts";

const text = (head: Buffer, from: number, to: number): string => head.toString("latin1", from, to);

/**
 * Type detected from the bytes, independent of the server's header: a MIME type, a kind of
 * playlist, or the text of a page.
 */
export type Sniffed =
  | { readonly kind: "media"; readonly type: string }
  | { readonly kind: "hls" | "dash" | "feed" | "page" }
  /** Markup whose visible beginning consists only of comments and the like. */
  | { readonly kind: "markup" }
  | { readonly kind: "unknown" };

const media = (type: string): Sniffed => ({ kind: "media", type });

/** An MPEG audio frame, or an AAC frame in ADTS. */
function frameOf(head: Buffer): Sniffed | null {
  if (head[0] !== 0xff || (head[1]! & 0xe0) !== 0xe0) return null;
  const layer = (head[1]! >> 1) & 3;
  if (layer === 0) return (head[1]! & 0xf0) === 0xf0 ? media("audio/aac") : null;
  // The header must contain a valid bit rate and sample rate.
  return head[2]! >> 4 === 15 || ((head[2]! >> 2) & 3) === 3 ? null : media("audio/mpeg");
}

function boxesOf(head: Buffer): Sniffed {
  const brand = text(head, 8, 12);
  if (brand === "qt  ") return media("video/quicktime");
  return media(/^(M4A|M4B)/.test(brand) ? "audio/mp4" : "video/mp4");
}

/** Whether the beginning of a document contains an element. */
function hasElement(markup: string): boolean {
  for (const { kind } of scanMarkup(endedMarkup(markup))) if (kind === "open") return true;
  return false;
}

/** Removes a comment that is cut off. */
function endedMarkup(markup: string): string {
  const comment = markup.lastIndexOf("<!--");
  return comment >= 0 && !markup.includes("-->", comment) ? markup.slice(0, comment) : markup;
}

export function sniff(head: Buffer): Sniffed {
  if (head.length < 4) return { kind: "unknown" };
  const front = text(head, 0, 4);
  if (front.startsWith("ID3")) return media("audio/mpeg");
  if (front === "fLaC") return media("audio/flac");
  if (front === "OggS")
    return media(/theora|\x80kate/.test(text(head, 0, 512)) ? "video/ogg" : "audio/ogg");
  if ((front === "RIFF" || front === "RF64") && text(head, 8, 12) === "WAVE")
    return media("audio/wav");
  if (front === "FORM" && /^AIF[FC]$/.test(text(head, 8, 12))) return media("audio/aiff");
  if (/^(ftyp|moov|styp|wide|mdat)$/.test(text(head, 4, 8)) && text(head, 4, 8) !== "mdat")
    return boxesOf(head);
  if (head.readUInt32BE(0) === 0x1a45dfa3)
    return media(/webm/.test(text(head, 0, 64)) ? "video/webm" : "video/x-matroska");
  if (head[0] === 0x47 && (head.length < 189 || head[188] === 0x47)) return media("video/mp2t");
  const encoding = markedEncoding(head);
  const frame = encoding === null ? frameOf(head) : null;
  if (frame) return frame;
  const words = new TextDecoder(encoding ?? "utf-8").decode(head).trimStart();
  if (words.startsWith("#EXTM3U")) return { kind: "hls" };
  if (!words.startsWith("<")) return { kind: "unknown" };
  if (/<(\w+:)?MPD[\s>]/.test(words)) return { kind: "dash" };
  if (/<(?:\w{1,40}:)?(?:rss|feed|rdf)[\s>]/i.test(words)) return { kind: "feed" };
  if (/^<(?:\?xml\s|!--)/.test(words) && !hasElement(words)) return { kind: "markup" };
  return /<(!doctype\s+html|html|head|body|meta|title|link|script|div|p)[\s>]/i.test(words)
    ? { kind: "page" }
    : { kind: "unknown" };
}
