import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createResources } from "#cli/audio/effects/resources.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import { createNoise } from "#tests/e2e/sounds.ts";
import type { Block } from "../../effect.ts";
import { copyFrames, joinBlocks } from "../../signal/blocks.ts";
import { convertBlocks } from "./convert-blocks.ts";
import { splitSpeech } from "./split-speech.ts";

const RATE = 16_000;
const HOME = path.resolve(import.meta.dirname, "../../..");

/** A sample of the site: mono at 16 kHz. */
async function sample(name: string): Promise<Float32Array> {
  const source = await openAudioFile(path.join(HOME, "runtime/public/samples", `${name}.mp3`));
  const blocks: Block[] = [];
  const format = { sampleRate: RATE, channels: 1 } as const;
  for await (const block of convertBlocks(source.blocks(), source.format, format))
    blocks.push(copyFrames(block, 0));
  source.close();
  return joinBlocks(blocks, 1)[0]!;
}

let weights: ArrayBuffer;
let speech: Float32Array;
let music: Float32Array;
beforeAll(async () => {
  weights = await createResources(HOME).bytes("silero.f16");
  speech = await sample("voice-before");
  music = await sample("song-instrumental-after");
});

const random = createNoise();
/** Ventilation. */
const hum = (seconds: number): Float32Array => {
  let slow = 0;
  return Float32Array.from({ length: seconds * RATE }, () => {
    slow = 0.97 * slow + random();
    return 0.01 * slow;
  });
};
const join = (...parts: readonly Float32Array[]): Float32Array =>
  joinBlocks(
    parts.map((part) => [part]),
    1,
  )[0]!;

/** Start and end of each segment, in samples. */
async function split(
  samples: Float32Array,
  activity: ArrayBuffer | null,
  size = 7000,
): Promise<readonly (readonly [start: number, end: number])[]> {
  async function* blocks() {
    for (let at = 0; at < samples.length; at += size) yield [samples.subarray(at, at + size)];
  }
  const found: [number, number][] = [];
  for await (const segment of splitSpeech(blocks(), RATE, activity)) {
    const start = Math.round(segment.start * RATE);
    found.push([start, start + segment.samples.length]);
  }
  return found;
}
const lengthOf = (ranges: readonly (readonly [number, number])[]): number =>
  ranges.reduce((sum, [start, end]) => sum + end - start, 0) / RATE;

describe("segments for speech recognition", () => {
  it("TLS-5 leave out music and noise around speech, and keep all of the speech", async () => {
    const sounds = [music, speech, hum(8), speech, join(music, music)];
    const recording = join(...sounds);
    const ends = sounds.map((_, at) => join(...sounds.slice(0, at + 1)).length);
    const spoken = [
      [ends[0]!, ends[1]!],
      [ends[2]!, ends[3]!],
    ] as const;
    const found = await split(recording, weights);
    for (const [start, end] of spoken)
      for (let at = start + 0.1 * RATE; at < end - 0.1 * RATE; at += RATE / 10)
        expect(found.some(([from, to]) => at >= from && at < to)).toBe(true);
    // Around each speech, less than a second stays.
    expect(lengthOf(found)).toBeLessThan(lengthOf(spoken) + 4);
    expect(lengthOf(await split(recording, null))).toBeGreaterThan(lengthOf(spoken) + 15);
    expect(await split(recording, weights, 100_000)).toEqual(found);
  });

  it("TLS-5 are those of the levels alone where nothing is recognized as speech", async () => {
    const recording = join(music, hum(3), music);
    expect(await split(recording, weights)).toEqual(await split(recording, null));
  });

  it("TLS-5 keep a long recording of speech whole but for its pauses", async () => {
    const recording = join(speech, speech, speech, speech, speech, speech);
    expect(await split(recording, weights)).toEqual(await split(recording, null));
  });
});
