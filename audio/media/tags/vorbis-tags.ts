import { toBase64 } from "../../encoding/base64.ts";
import { joinBytes, u32 } from "../bytes/byte-parts.ts";

export interface Tags {
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  readonly albumArtist?: string;
  readonly genre?: string;
  readonly comment?: string;
  readonly description?: string;
  readonly lyrics?: string;
  readonly trackNumber?: number;
  readonly tracksTotal?: number;
  readonly discNumber?: number;
  readonly discsTotal?: number;
  readonly date?: Date;
  readonly images?: readonly { readonly data: Uint8Array; readonly mimeType: string }[];
}

/** Names of Vorbis comments, as players know them. */
const NAMES = {
  title: "TITLE",
  artist: "ARTIST",
  album: "ALBUM",
  albumArtist: "ALBUMARTIST",
  genre: "GENRE",
  comment: "COMMENT",
  description: "DESCRIPTION",
  lyrics: "LYRICS",
  trackNumber: "TRACKNUMBER",
  tracksTotal: "TRACKTOTAL",
  discNumber: "DISCNUMBER",
  discsTotal: "DISCTOTAL",
} as const;

/** A text as UTF-8. */
function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x1_0000)
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      );
  }
  return Uint8Array.from(bytes);
}

/** A picture as FLAC has it, which Vorbis comments take in base64: the front cover. */
function pictureBlock({ mimeType, data }: NonNullable<Tags["images"]>[number]): Uint8Array {
  const type = utf8(mimeType);
  const big = (value: number): Uint8Array => u32(value, false);
  const size = [0, 0, 0, 0].map(big);
  return joinBytes([big(3), big(type.length), type, big(0), ...size, big(data.length), data]);
}

/** What is written about a sound, as the packet of comments (Vorbis I, 5.2.1). */
export function commentPacket(vendor: string, tags: Tags): Uint8Array {
  const texts = Object.entries(NAMES).flatMap(([key, name]) => {
    const value = tags[key as keyof typeof NAMES];
    return value === undefined ? [] : [utf8(`${name}=${value}`)];
  });
  if (tags.date) texts.push(utf8(`DATE=${tags.date.toISOString().slice(0, 10)}`));
  const [cover] = tags.images ?? [];
  if (cover) texts.push(utf8(`METADATA_BLOCK_PICTURE=${toBase64(pictureBlock(cover))}`));
  const counted = texts.flatMap((text) => [u32(text.length), text]);
  const words = utf8(vendor);
  const head = [utf8("\x03vorbis"), u32(words.length), words, u32(texts.length)];
  return joinBytes([...head, ...counted, Uint8Array.of(1)]);
}

/** Who made the encoder, as a packet of comments says. */
export function vendorOf(comment: Uint8Array): string {
  const view = new DataView(comment.buffer, comment.byteOffset, comment.byteLength);
  const length = view.getUint32(7, true);
  return String.fromCharCode(...comment.subarray(11, 11 + length));
}
