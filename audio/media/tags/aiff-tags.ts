import { joinBytes, u32 } from "../bytes/byte-parts.ts";
import type { ReadBytes } from "../bytes/read-bytes.ts";
import { chunksOf } from "../containers/riff-chunks.ts";

/** Bytes of tags, of which a cover takes most; a longer chunk is none. */
const MOST_BYTES = 32 * 1024 * 1024;
/** AIFF's own texts, by their names in WAV files. */
const TEXTS: Readonly<Record<string, string>> = { NAME: "INAM", AUTH: "IART", ANNO: "ICMT" };

const letters = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));
const chunk = (name: string, content: Uint8Array): Uint8Array => {
  const padding = new Uint8Array(content.length % 2);
  return joinBytes([letters(name), u32(content.length), content, padding]);
};

/** One channel of 8 bits at 8 kHz: something must be said. */
const FORMAT = chunk(
  "fmt ",
  joinBytes([Uint8Array.of(1, 0, 1, 0), u32(8000), u32(8000), Uint8Array.of(1, 0, 8, 0)]),
);

/**
 * The tags of an AIFF file, put into a WAV file without a sample: who reads the tags of WAV files can
 * read those of AIFF files, too, which have the same ID3 chunk.
 */
export async function aiffTagsAsWav(read: ReadBytes): Promise<Uint8Array<ArrayBuffer>> {
  const tags: Uint8Array[] = [];
  const texts: Uint8Array[] = [];
  for await (const { name, at, size } of chunksOf(read, false)) {
    const own = TEXTS[name];
    if ((own === undefined && name !== "ID3 ") || size > MOST_BYTES) continue;
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
