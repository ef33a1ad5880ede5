import { toBase64 } from "../../encoding/base64.ts";
import { encodeUtf8 } from "../../encoding/utf8.ts";
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

/** Common names of Vorbis comments. */
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

/** A FLAC picture block, which Vorbis comments contain in base64: the front cover. */
function pictureBlock({ mimeType, data }: NonNullable<Tags["images"]>[number]): Uint8Array {
  const type = encodeUtf8(mimeType);
  const big = (value: number): Uint8Array => u32(value, false);
  const size = [0, 0, 0, 0].map(big);
  return joinBytes([big(3), big(type.length), type, big(0), ...size, big(data.length), data]);
}

/** The comment packet (Vorbis I, 5.2.1). */
export function commentPacket(
  vendor: string,
  tags: Tags,
  comments: Readonly<Record<string, string>> = {},
): Uint8Array {
  const texts = Object.entries(NAMES).flatMap(([key, name]) => {
    const value = tags[key as keyof typeof NAMES];
    return value === undefined ? [] : [encodeUtf8(`${name}=${value}`)];
  });
  for (const [name, value] of Object.entries(comments)) texts.push(encodeUtf8(`${name}=${value}`));
  if (tags.date) texts.push(encodeUtf8(`DATE=${tags.date.toISOString().slice(0, 10)}`));
  const [cover] = tags.images ?? [];
  if (cover) texts.push(encodeUtf8(`METADATA_BLOCK_PICTURE=${toBase64(pictureBlock(cover))}`));
  const counted = texts.flatMap((text) => [u32(text.length), text]);
  const words = encodeUtf8(vendor);
  const head = [encodeUtf8("\x03vorbis"), u32(words.length), words, u32(texts.length)];
  return joinBytes([...head, ...counted, Uint8Array.of(1)]);
}

/** The vendor string of a comment packet. */
export function vendorOf(comment: Uint8Array): string {
  const view = new DataView(comment.buffer, comment.byteOffset, comment.byteLength);
  const length = view.getUint32(7, true);
  return String.fromCharCode(...comment.subarray(11, 11 + length));
}
