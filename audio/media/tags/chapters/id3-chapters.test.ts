import { BlobSource, Input, MP3 } from "mediabunny";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { createMp3File } from "../../mp3/mp3-file.ts";
import { needs } from "#tests/left-out.ts";
import { chaptersInId3, addId3Chapters, withId3Chapters } from "./id3-chapters.ts";

const CHAPTERS = [
  { from: 0, to: 2, title: "Introduction" },
  { from: 2, to: 5, title: "Über Flüsse 河" },
];
const STARTS = CHAPTERS.map(({ from, title }) => ({ start: from, title }));
/** A silent frame: MPEG 1, layer 3, 128 kb/s at 44.1 kHz. */
const silent = (): Uint8Array => {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return frame;
};

async function tagged(): Promise<Uint8Array<ArrayBuffer>> {
  let bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  const images = [
    { data: new Uint8Array(500).fill(7), mimeType: "image/jpeg", kind: "coverFront" as const },
  ];
  const file = await createMp3File({
    tags: { title: "The river", comment: "synthetic-voice: generated.", images },
    async write(position, data) {
      const longer = new Uint8Array(Math.max(bytes.length, position + data.length));
      longer.set(bytes);
      longer.set(data, position);
      bytes = longer;
    },
  });
  for (let i = 0; i < 200; i++) file.push(silent());
  await file.finish(200 * 1152);
  return bytes;
}
const isThere = ["/usr/bin", "/usr/local/bin"].some((folder) =>
  fs.existsSync(path.join(folder, "ffprobe")),
);

it("TLS-1 chapters stand behind the tags of an MP3 file, whose sound and tags stay", async () => {
  const before = await tagged();
  const after = addId3Chapters(before, CHAPTERS);
  const input = new Input({ formats: [MP3], source: new BlobSource(new Blob([after])) });
  const tags = await input.getMetadataTags();
  expect([tags.title, tags.images?.length]).toEqual(["The river", 1]);
  expect(tags.comment).toContain("synthetic-voice: generated");
  expect(addId3Chapters(before, [])).toBe(before);
  expect(chaptersInId3(after)).toEqual(STARTS);
  const bare = silent() as Uint8Array<ArrayBuffer>;
  const given = addId3Chapters(bare, CHAPTERS);
  expect(chaptersInId3(given)).toEqual(STARTS);
  expect(given.subarray(-417)).toEqual(bare);
  expect(chaptersInId3(bare)).toEqual([]);
});

it("TLS-1 chapters get into an MP3 file while it is written, whichever pieces its tag comes in", async () => {
  const whole = await tagged();
  for (const chunkSize of [1, 7, 300, 5000, whole.length]) {
    let bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
    const write = withId3Chapters(
      async (position, data) => {
        const longer = new Uint8Array(Math.max(bytes.length, position + data.length));
        longer.set(bytes);
        longer.set(data, position);
        bytes = longer;
      },
      STARTS,
      5,
    );
    const end = Math.min(whole.length, 20 * chunkSize);
    for (let at = 0; at < end; at += chunkSize) await write(at, whole.slice(at, at + chunkSize));
    await write(end, whole.slice(end));
    // Data that muxers rewrite, such as the Xing frame, moves as well.
    await write(whole.length - 417, whole.slice(-417));
    expect(bytes).toEqual(addId3Chapters(whole, CHAPTERS));
  }
});

it("TLS-1 chapters are read by another program", needs(isThere, "ffprobe"), async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "chapters-"));
  const file = path.join(folder, "episode.mp3");
  fs.writeFileSync(file, addId3Chapters(await tagged(), CHAPTERS));
  const probed = JSON.parse(
    execFileSync(
      "ffprobe",
      ["-v", "error", "-show_chapters", "-show_format", "-of", "json", file],
      {
        encoding: "utf8",
      },
    ),
  ) as { chapters: { start_time: string; end_time: string; tags: { title: string } }[] };
  fs.rmSync(folder, { recursive: true });
  expect(
    probed.chapters.map(({ start_time, end_time, tags }) => ({
      from: Number(start_time),
      to: Number(end_time),
      title: tags.title,
    })),
  ).toEqual(CHAPTERS);
});
