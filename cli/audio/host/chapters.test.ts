import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openInput } from "#audio/media/open-input.ts";
import { readChapters } from "#audio/media/read-chapters.ts";
import { remux } from "#audio/media/remux.ts";
import type { Chapter } from "#audio/media/tags/chapters/chapter.ts";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import { needs } from "#tests/left-out.ts";
import { createResult } from "../write-file.ts";
import { openBytes } from "./node-host.ts";

const RATE = 48_000;
const SECONDS = 3;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "chapters-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const CHAPTERS: readonly Chapter[] = [
  { start: 0, title: "Introduction" },
  { start: 1.25, title: "Über Flüsse 河" },
  { start: 2.5, title: "" },
];
const OTHERS: readonly Chapter[] = [{ start: 0.5, title: "Alone" }];
const tone = Float32Array.from({ length: SECONDS * RATE }, (_, i) => 0.3 * Math.sin(i / 20));

async function write(name: string, output: OutputFormat, tags: { title?: string }) {
  const file = path.join(folder, name);
  const result = createResult({ file, output, tags, duration: SECONDS, chapters: CHAPTERS });
  await result.write([tone], { sampleRate: RATE, channels: 1 });
  await result.finish();
  return file;
}
async function read(file: string): Promise<readonly Chapter[]> {
  const bytes = await openBytes(file);
  const media = await openInput(bytes);
  const chapters = await readChapters(media);
  media.input.dispose();
  bytes.close();
  return chapters;
}
/** Copies a file's packets into another file with other chapters. */
async function copy(file: string, chapters: readonly Chapter[]): Promise<string> {
  const to = file.replace(/(\.\w+)$/, "-copied$1");
  const bytes = await openBytes(file);
  const { input } = await openInput(bytes);
  const out = fs.openSync(to, "w");
  await remux([input], {
    pictures: "none",
    tags: { title: "Again" },
    chapters,
    write: async (position, data) => void fs.writeSync(out, data, 0, data.length, position),
    onProgress: () => {},
  });
  fs.closeSync(out);
  input.dispose();
  bytes.close();
  return to;
}
interface Probed {
  readonly chapters: readonly {
    readonly start_time: string;
    readonly end_time: string;
    readonly tags?: { readonly title?: string };
  }[];
}
const probeChapters = (file: string): readonly Chapter[] =>
  (
    JSON.parse(
      execFileSync("ffprobe", ["-v", "error", "-show_chapters", "-of", "json", file], {
        encoding: "utf8",
      }),
    ) as Probed
  ).chapters.map(({ start_time, tags }) => ({
    start: Number(start_time),
    title: tags?.title ?? "",
  }));

const hasFfprobe = ["/usr/bin", "/usr/local/bin"].some((at) =>
  fs.existsSync(path.join(at, "ffprobe")),
);

describe("chapters of files", () => {
  const formats: readonly [string, OutputFormat][] = [
    ["sound.mp3", "mp3"],
    ["sound.ogg", "vorbis"],
    ["sound.opus", "opus"],
    ["sound.flac", "flac"],
  ];
  it.each(formats)("TLS-2 are written into %s, read, and copied", async (name, output) => {
    const file = await write(name, output, { title: "Rivers" });
    expect(await read(file)).toEqual(CHAPTERS);
    const copied = await copy(file, OTHERS);
    expect(await read(copied)).toEqual(OTHERS);
    expect(await read(await copy(copied, []))).toEqual([]);
  });

  it.each(formats)(
    "TLS-2 of %s are read by another program",
    needs(hasFfprobe, "ffprobe"),
    async (name, output) => {
      const file = await write(`probed-${name}`, output, {});
      // A chapter without a title is named by its id.
      expect(probeChapters(file).slice(0, 2)).toEqual(CHAPTERS.slice(0, 2));
      expect(probeChapters(await copy(file, OTHERS))).toEqual(OTHERS);
    },
  );

  it(
    "TLS-2 of other programs are read: MP4, ID3 of version 2.3",
    needs(hasFfprobe, "ffmpeg"),
    async () => {
      const meta = path.join(folder, "meta.txt");
      const lines = CHAPTERS.map(
        ({ start, title }, at) =>
          `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${1000 * start}\nEND=${1000 * (CHAPTERS[at + 1]?.start ?? SECONDS)}\ntitle=${title}\n`,
      );
      fs.writeFileSync(meta, `;FFMETADATA1\n${lines.join("")}`);
      const make = (name: string, ...args: readonly string[]): string => {
        const file = path.join(folder, name);
        const sine = ["-f", "lavfi", "-i", `sine=duration=${SECONDS}`];
        const from = [...sine, "-i", meta, "-map_metadata", "1", "-map_chapters", "1"];
        execFileSync("ffmpeg", ["-v", "error", "-y", ...from, ...args, file]);
        return file;
      };
      expect(await read(make("made.m4a", "-c:a", "aac"))).toEqual(CHAPTERS);
      expect(await read(make("made.mp3", "-id3v2_version", "3"))).toEqual(CHAPTERS);
      expect(await read(make("made4.mp3", "-id3v2_version", "4"))).toEqual(CHAPTERS);
      const copied = await copy(path.join(folder, "made.m4a"), OTHERS);
      expect(await read(copied)).toEqual(OTHERS);
      expect(probeChapters(copied)).toEqual(OTHERS);
    },
  );
});
