import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import { openInput } from "#audio/media/open-input.ts";
import { readTags } from "#audio/media/read-tags.ts";
import { openBytes } from "#cli/audio/host/node-host.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import { createResult } from "#cli/audio/write-file.ts";
import { main } from "#cli/run.ts";
import { rms } from "../material.ts";
import type { Bench, Table } from "../table.ts";

const FORMATS = ["wav", "flac", "mp3", "m4a", "ogg", "opus"] as const;
type Name = (typeof FORMATS)[number];

const SECONDS = 3;
const GENERATIONS = 4;
/** Frames that a sound may lie beside its place and be found. */
const REACH = 6000;
/** Frames that are compared for it: a second of speech. */
const COMPARED = 48_000;
const TAGS = { title: "Täst — テスト", artist: "Nobody", comment: "Two\nlines", trackNumber: 3 };
const COVER = { data: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3), mimeType: "image/png" };

/** Each pair of formats, from one to the other and back, twice: what is left of place, length, level and words. */
export async function benchRoundTrips({ speech, sampleRate }: Bench): Promise<Table> {
  const folder = mkdtempSync(path.join(tmpdir(), "round-trips-"));
  const plane = speech.slice(0, SECONDS * sampleRate);
  const rows: string[][] = [];
  try {
    await write(path.join(folder, "source.wav"), "wav24", plane, sampleRate);
    for (const [at, a] of FORMATS.entries())
      for (const b of FORMATS.slice(at)) rows.push(await roundTrip(folder, [a, b], plane));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const header = ["formats", "late, frames", "longer, frames", "louder, dB", "tags", "cover"];
  return { title: `round trips: ${GENERATIONS} generations`, header, rows };
}

async function write(file: string, output: OutputFormat, plane: Float32Array, sampleRate: number) {
  const tags = { ...TAGS, images: [{ ...COVER, kind: "coverFront" as const }] };
  const result = createResult({ file, output, tags, duration: 0 });
  await result.write([plane], { sampleRate, channels: 1 });
  await result.finish();
}

async function roundTrip(folder: string, pair: readonly [Name, Name], plane: Float32Array) {
  let file = path.join(folder, "source.wav");
  for (let generation = 0; generation < GENERATIONS; generation++) {
    const format = pair[generation % 2]!;
    const next = path.join(folder, `${pair.join("-")}-${generation}.${format}`);
    await convert(folder, file, next);
    file = next;
  }
  const found = await read(file);
  const { tags, cover } = await transcribe(file);
  const late = latenessOf(found, plane);
  const level = 20 * Math.log10(rms(found) / rms(plane));
  return [
    pair.join(" → "),
    String(late),
    String(found.length - plane.length),
    level.toFixed(2),
    tags ? "kept" : "lost",
    cover ? "kept" : "lost",
  ];
}

async function convert(folder: string, from: string, to: string): Promise<void> {
  let output = "";
  const code = await main(["process", "volume", from, "-o", to], {
    stdout: { write: () => true },
    stderr: { write: (text) => (output += text) },
    stdin: {},
    env: {},
    cwd: () => folder,
    on: () => {},
  });
  if (code !== 0) throw new Error(output);
}

async function read(file: string): Promise<Float32Array> {
  const source = await openAudioFile(file);
  const parts: number[] = [];
  for await (const [plane] of source.blocks()) for (const sample of plane!) parts.push(sample);
  source.close();
  return Float32Array.from(parts);
}

/** Whether the tags and the picture are as they were in the first file. */
async function transcribe(file: string) {
  const media = await openInput(await openBytes(file));
  const { images, ...tags } = await readTags(media);
  media.input.dispose();
  media.bytes.close();
  const has = (name: keyof typeof TAGS): boolean => tags[name] === TAGS[name];
  const [cover] = images ?? [];
  return {
    tags: (Object.keys(TAGS) as (keyof typeof TAGS)[]).every(has),
    cover: cover !== undefined && Buffer.from(cover.data).equals(Buffer.from(COVER.data)),
  };
}

/** Frames by which a sound lies behind another; below 0 where it is early. */
function latenessOf(found: Float32Array, plane: Float32Array): number {
  const start = REACH;
  let best = { lag: 0, likeness: -Infinity };
  for (let lag = -REACH; lag <= REACH; lag++) {
    let likeness = 0;
    for (let at = start; at < start + COMPARED; at++)
      likeness += plane[at]! * (found[at + lag] ?? 0);
    if (likeness > best.likeness) best = { lag, likeness };
  }
  return best.lag;
}
