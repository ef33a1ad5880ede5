import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Block, Format } from "#audio/effect.ts";
import { joinBytes } from "#audio/media/bytes/byte-parts.ts";
import { mp3FrameAt } from "#audio/media/mp3/mp3-frames.ts";
import { readMp3Gaps } from "#audio/media/mp3/mp3-gaps.ts";
import { createMp3Joiner } from "#audio/media/mp3/mp3-join.ts";
import { type Mp3Part, createMp3Splitter, partsOfMp3 } from "#audio/media/mp3/mp3-parts.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { encodeMp3 } from "./encode-mp3.ts";
import { openWriter } from "#audio/media/write-audio.ts";
import { openForWriting } from "../output/output-path.ts";
import { nodeEncoders } from "./encoders.ts";
import { openAudioFile } from "../open-file.ts";
import { createResult } from "../write-file.ts";

const RATE = 32_000;
const folder = mkdtempSync(path.join(os.tmpdir(), "toolkit-mp3-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A tone with intermittent noise: some frames leave more of the bit reservoir than others. */
function sound(frames: number, seed = 1): Float32Array {
  let state = seed;
  return Float32Array.from({ length: frames }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const level = Math.sin(i / 9000) > 0 ? 0.3 : 0.002;
    return 0.2 * Math.sin(i / 11) + level * (state / 2 ** 31 - 1);
  });
}

const encode = async (...planes: Float32Array[]) =>
  (await encodeMp3({ planes, sampleRate: RATE, bitrate: 128 * planes.length })).bytes;

/** Main data of frames, wherever the bit reservoir stores it. */
const soundOf = (bytes: Uint8Array) => partsOfMp3(bytes).map(({ data }) => Buffer.from(data));

function join(streams: readonly (readonly ReturnType<typeof partsOfMp3>[number][])[]): Uint8Array {
  const frames: Uint8Array[] = [];
  const joiner = createMp3Joiner((frame) => frames.push(frame));
  for (const parts of streams) joiner.add(parts);
  joiner.finish();
  return joinBytes(frames);
}

describe("joining MP3", () => {
  it.each([1, 2])(
    "CLI-9 lays one stream of %i channels anew, with the same sound",
    async (channels) => {
      const planes = Array.from({ length: channels }, (_, i) => sound(RATE, i + 1));
      const stream = await encode(...planes);
      const again = join([partsOfMp3(stream)]);
      expect(again.length).toBe(stream.length);
      expect(soundOf(again)).toEqual(soundOf(stream));
    },
  );

  it("CLI-9 keeps the sound of all streams, wherever they are cut", async () => {
    const parts = partsOfMp3(await encode(sound(2 * RATE)));
    // Cut at any frame and continued at any other, so that the bit reservoir falls short at many
    // seams.
    for (let seed = 1; seed < 40; seed++) {
      const at = (number: number) => (seed * number) % (parts.length - 4);
      const streams = [parts.slice(0, at(7)), parts.slice(at(13)), parts.slice(at(29), at(29) + 3)];
      const joined = join(streams);
      const expected = streams.flat().map(({ data }) => Buffer.from(data));
      expect(soundOf(joined)).toEqual(expected);
    }
  });

  it("CLI-9 finds the same sound in frames with checksums", async () => {
    const stream = await encode(sound(RATE));
    const split = createMp3Splitter();
    const found: Mp3Part[] = [];
    for (let at = 0; at < stream.length;) {
      const frame = stream.subarray(at, (at += mp3FrameAt(stream, at)!.size));
      const header = Uint8Array.of(frame[0]!, frame[1]! & ~1, frame[2]!, frame[3]!);
      found.push(split(joinBytes([header, new Uint8Array(2), frame.subarray(4)])));
    }
    const plain = partsOfMp3(stream);
    expect(found.map(({ head }) => head)).toEqual(plain.map(({ head }) => head));
    expect(found.map(({ data }) => Buffer.from(data))).toEqual(soundOf(stream));
  });

  it("CLI-9 has whole frames only", async () => {
    const parts = partsOfMp3(await encode(sound(RATE)));
    const joined = join([parts.slice(0, 9), parts.slice(5)]);
    let frames = 0;
    for (let at = 0; at < joined.length; frames++) at += mp3FrameAt(joined, at)!.size;
    expect(frames).toBe(parts.length + 4);
  });
});

describe("MP3 files", () => {
  async function decode(name: string): Promise<Float32Array> {
    const file = await openAudioFile(options(name).file);
    const blocks: Block[] = [];
    for await (const block of file.blocks()) blocks.push(copyFrames(block, 0));
    file.close();
    return joinBlocks(blocks, file.format.channels)[0]!;
  }
  const options = (name: string) => ({
    file: path.join(folder, name),
    output: "mp3" as const,
    tags: { title: "Long" },
    duration: 0,
  });

  async function open(name: string, format: Format) {
    const { file, ...own } = options(name);
    const { write, close } = await openForWriting(file);
    const writer = await openWriter({ ...own, format, write }, nodeEncoders);
    return {
      ...writer,
      finish: () => writer.finish().then(close),
      abandon: () => writer.abandon().then(close),
    };
  }

  it("CLI-9 of several ranges are as long as their sound, and as near to it as one", async () => {
    const plane = sound(24 * RATE);
    const output = await open("long.mp3", { sampleRate: RATE, channels: 1 });
    for (let at = 0; at < plane.length; at += 10_007)
      await output.add([plane.subarray(at, at + 10_007)]);
    await output.finish();
    const file = await openAudioFile(options("long.mp3").file);
    file.close();
    expect(file.tags.title).toBe("Long");
    expect(file.duration * RATE).toBe(plane.length);
    const decoded = await decode("long.mp3");
    expect(decoded.length).toBe(plane.length);
    writeFileSync(options("whole.mp3").file, await encode(plane));
    // Such a file does not state its encoder delay.
    const whole = (await decode("whole.mp3")).subarray(576 + 529);
    const noise = (samples: Float32Array, from: number, to: number): number => {
      let sum = 0;
      for (let i = from; i < to; i++) sum += (samples[i]! - plane[i]!) ** 2;
      return sum;
    };
    const seam = 500 * 1152;
    for (const [from, to] of [
      [seam - 4000, seam],
      [seam, seam + 4000],
      [0, plane.length],
    ] as const)
      expect(noise(decoded, from, to)).toBeLessThan(1.1 * noise(whole, from, to));
  });

  it("CLI-9 of a few samples say where these lie", async () => {
    const output = await open("short.mp3", { sampleRate: 44_100, channels: 2 });
    await output.add([sound(5), sound(5)]);
    await output.finish();
    const bytes = readFileSync(options("short.mp3").file);
    const start = bytes.indexOf(Buffer.of(0xff, 0xfb));
    expect(readMp3Gaps(bytes.subarray(start))).toEqual({ skip: 576 + 529, frames: 5 });
  });

  it.each([
    ["of MPEG 2", 22_050, 1],
    ["of MPEG 2.5", 8000, 2],
    ["that is a mix", 48_000, 3],
  ])(
    "CLI-9 %s are as long as their sound, and in time with it",
    async (_, sampleRate, channels) => {
      const plane = Float32Array.from({ length: sampleRate }, (_, i) => 0.2 * Math.sin(i / 11));
      const block = Array.from({ length: channels }, () => plane);
      const writer = createResult(options("other.mp3"));
      await writer.write(block, { sampleRate, channels });
      await writer.finish();
      const decoded = await decode("other.mp3");
      expect(decoded.length).toBe(plane.length);
      const sum = (value: (i: number) => number): number =>
        plane.reduce((total, _sample, i) => total + value(i), 0);
      // A mix is louder than each of its channels.
      const gain = sum((i) => decoded[i]! * plane[i]!) / sum((i) => plane[i]! ** 2);
      const noise = sum((i) => (decoded[i]! / gain - plane[i]!) ** 2);
      expect(noise / sum((i) => plane[i]! ** 2)).toBeLessThan(0.01);
    },
  );

  it("CLI-9 that are given up end their threads", async () => {
    const output = await open("left.mp3", { sampleRate: RATE, channels: 1 });
    for (let second = 0; second < 20; second++) await output.add([sound(RATE)]);
    await output.abandon();
    expect(statSync(options("left.mp3").file).size).toBeLessThan(1000);
  });
});
