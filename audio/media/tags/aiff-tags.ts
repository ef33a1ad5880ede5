import { joinBytes, u32 } from "../bytes/byte-parts.ts";
import type { ReadBytes } from "../bytes/read-bytes.ts";
import { chunksOf } from "../containers/riff-chunks.ts";

/** Maximum bytes of tags including a cover. */
const MAX_CHUNK_BYTES = 32 * 1024 * 1024;
/** AIFF text chunks, and their WAV equivalents. */
const TEXTS: Readonly<Record<string, string>> = { NAME: "INAM", AUTH: "IART", ANNO: "ICMT" };

const letters = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));
const chunk = (name: string, content: Uint8Array): Uint8Array => {
  const padding = new Uint8Array(content.length % 2);
  return joinBytes([letters(name), u32(content.length), content, padding]);
};

/** Mono, 8 bits, 8 kHz: the format chunk is mandatory. */
const FORMAT = chunk(
  "fmt ",
  joinBytes([Uint8Array.of(1, 0, 1, 0), u32(8000), u32(8000), Uint8Array.of(1, 0, 8, 0)]),
);

/**
 * The tags of an AIFF file in a WAV file without samples, so that a WAV tag reader can read them;
 * both formats use the same ID3 chunk.
 */
export async function aiffTagsAsWav(read: ReadBytes): Promise<Uint8Array<ArrayBuffer>> {
  const tags: Uint8Array[] = [];
  const texts: Uint8Array[] = [];
  for await (const { name, at, size } of chunksOf(read, false)) {
    const own = TEXTS[name];
    if ((own === undefined && name !== "ID3 ") || size > MAX_CHUNK_BYTES) continue;
    const content = await read(at, at + size);
    if (own !== undefined) texts.push(chunk(own, content));
    else tags.push(chunk("id3 ", content));
  }
  const list = chunk("LIST", joinBytes([letters("INFO"), ...texts]));
  const body = joinBytes([
    letters("WAVE"),
    FORMAT,
    ...tags,
    list,
    chunk("data", new Uint8Array(0)),
  ]);
  return joinBytes([letters("RIFF"), u32(body.length), body]);
}
