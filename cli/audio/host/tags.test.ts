import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MetadataTags } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tagsOfProbe } from "./ffmpeg-tags.ts";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { openInput } from "#audio/media/open-input.ts";
import { readTags } from "#audio/media/read-tags.ts";
import { openBytes } from "./node-host.ts";
import { createResult } from "../write-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tags-"));
afterAll(() => rmSync(folder, { recursive: true }));

const WRITTEN = ["wav16", "flac", "mp3", "m4a", "vorbis", "opus"] as const;
const COVER = { data: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3), mimeType: "image/png" };
const TAGS = {
  title: "Täst — テスト",
  artist: "Nobody",
  album: "Nothing",
  albumArtist: "No one",
  genre: "Noise",
  comment: "Two\nlines",
  trackNumber: 3,
  tracksTotal: 9,
  date: new Date("2021-05-06"),
  images: [{ ...COVER, kind: "coverFront" as const }],
};

async function write(name: string, output: OutputFormat, tags: MetadataTags) {
  const file = path.join(folder, `${name}.${OUTPUT_FORMATS[output].ending}`);
  const writer = createResult({ file, output, tags, duration: 0 });
  await writer.write([new Float32Array(1200)], { sampleRate: 48_000, channels: 1 });
  await writer.finish();
  return file;
}

async function tagsOfFile(file: string, withYear = false): Promise<MetadataTags> {
  const media = await openInput(await openBytes(file));
  const { raw, ...tags } = await readTags(media);
  media.input.dispose();
  media.bytes.close();
  return withYear && raw ? { ...tags, raw } : tags;
}

describe("tags and cover", () => {
  const sources = new Map<string, string>();
  beforeAll(async () => {
    for (const format of WRITTEN) sources.set(format, await write("source", format, TAGS));
  });

  const pairs = WRITTEN.flatMap((from) => WRITTEN.map((to) => [from, to] as const));
  it.each(pairs)("CLI-9 go from %s to %s", async (from, to) => {
    const written = await write(`${from}-to`, to, await tagsOfFile(sources.get(from)!));
    expect(await tagsOfFile(written)).toMatchObject({ ...TAGS, images: [COVER] });
  });

  it.each(WRITTEN)("CLI-9 a year alone is one in %s, too", async (to) => {
    const year = { date: new Date("2026"), raw: { "year only": "" } };
    const written = await write("year", to, year);
    expect(await tagsOfFile(written, true)).toMatchObject(year);
    const again = await write("year-again", to, await tagsOfFile(written, true));
    expect(await tagsOfFile(again, true)).toMatchObject(year);
    const day = await write("day", to, { date: new Date("2026-01-01") });
    expect(await tagsOfFile(day, true)).toEqual({ date: new Date("2026-01-01") });
  });

  it("CLI-9 of what ffmpeg reads have our names", () => {
    const found = { TITLE: "A", Album_Artist: "B", track: "3/9", disc: "1", date: "2021" };
    expect(tagsOfProbe({ ...found, encoder: "Lavf", genre: "" })).toEqual({
      title: "A",
      albumArtist: "B",
      trackNumber: 3,
      tracksTotal: 9,
      discNumber: 1,
      date: new Date("2021"),
      raw: { "year only": "" },
    });
    expect(tagsOfProbe({ track: "A1", date: "long ago" })).toEqual({});
  });
});
