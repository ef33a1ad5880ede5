import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import {
  OUTPUT_FORMATS,
  VIDEO_FORMATS,
  fileFactsOf,
  rateOf,
  type OutputFormat,
  type ResultFormat,
  type VideoFormat,
} from "#audio/media/writers/output-formats.ts";
import { videoSoundFormat } from "#audio/media/writers/video-formats.ts";
import { isLong, needs } from "#tests/left-out.ts";
import { openAudioFile } from "../open-file.ts";
import { createResult } from "../write-file.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "rates-"));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Sample rates in Hz: those of formats and devices, those around the limits of header fields, and
 * unusual ones.
 */
const RATES = [
  8000, 8012, 9600, 10_000, 11_024, 11_025, 11_127, 12_000, 12_345, 14_700, 16_000, 18_900, 19_200,
  22_050, 22_255, 24_000, 31_250, 32_000, 37_800, 37_801, 44_056, 44_100, 47_952, 48_000, 50_400,
  64_000, 65_535, 65_537, 88_200, 96_000, 123_456, 123_450, 176_400, 192_000,
];
const CHANNELS = isLong ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 8];
const SECONDS = 0.05;

const soundOf = (sampleRate: number, channels: number): Block =>
  Array.from({ length: channels }, (_, channel) =>
    Float32Array.from(
      { length: Math.round(SECONDS * sampleRate) },
      (_, i) => 0.5 * Math.sin((i * 2 * Math.PI * 440 * (channel + 1)) / sampleRate),
    ),
  );

async function writeFile(output: ResultFormat, sampleRate: number, channels: number) {
  const file = path.join(
    folder,
    `${output}-${sampleRate}-${channels}.${fileFactsOf(output).ending}`,
  );
  const sound = soundOf(sampleRate, channels);
  const result = createResult({ file, output, tags: {}, duration: SECONDS });
  await result.write(sound, { sampleRate, channels });
  await result.finish();
  return { file, sound };
}

async function readFile(file: string) {
  const source = await openAudioFile(file);
  let frames = 0;
  for await (const block of source.blocks()) frames += framesOf(block);
  source.close();
  return { ...source.format, frames };
}

/** FLAC encodes its sample rate in several ways; testing a third of the rates covers them. */
const ratesOf = (output: OutputFormat): readonly number[] =>
  isLong || output === "flac" ? RATES : RATES.filter((_, at) => at % 3 === 0);

describe.each(Object.keys(OUTPUT_FORMATS) as OutputFormat[])("%s", (output) => {
  it.each(ratesOf(output))(
    "TLS-2 is written at %i Hz, whatever the number of channels",
    async (rate) => {
      const facts = OUTPUT_FORMATS[output];
      for (const channels of CHANNELS) {
        const { file, sound } = await writeFile(output, rate, channels);
        const read = await readFile(file);
        const sampleRate = rateOf(facts, rate);
        expect(read).toMatchObject({
          sampleRate,
          channels: Math.min(channels, facts.maxChannels),
        });
        if (facts.lossless) expect(read.frames).toBe(framesOf(sound));
        // From M4A, ffmpeg returns whole packets: 128 ms at the lowest rate.
        else expect(Math.abs(read.frames / sampleRate - SECONDS)).toBeLessThan(0.13);
      }
    },
  );
});

describe.each(Object.keys(VIDEO_FORMATS) as VideoFormat[])("%s without a picture", (format) => {
  it.each(RATES.filter((_, at) => isLong || at % 4 === 0))(
    "TLS-2 is written at %i Hz, whatever the number of channels",
    async (rate) => {
      for (const channels of CHANNELS) {
        const { file, sound } = await writeFile(format, rate, channels);
        const read = await readFile(file);
        const facts = OUTPUT_FORMATS[videoSoundFormat(format, null)];
        const sampleRate = rateOf(facts, rate);
        expect(read).toMatchObject({ sampleRate, channels: Math.min(channels, facts.maxChannels) });
        const seconds = framesOf(sound) / rate;
        expect(Math.abs(read.frames / sampleRate - seconds)).toBeLessThan(0.13);
      }
    },
  );
});

describe("FLAC", needs(hasFfmpeg, "ffmpeg"), () => {
  it.each(RATES)("TLS-2 is read by other programs: %i Hz", async (rate) => {
    const { file, sound } = await writeFile("flac", rate, 2);
    const expected = sound.map((plane) =>
      plane.map((value) => Math.round(value * 2 ** 23) / 2 ** 23),
    );
    const args = ["-v", "error", "-xerror", "-i", file, "-f", "f32le", "-"];
    const bytes = execFileSync("ffmpeg", args, { stdio: ["ignore", "pipe", "pipe"] });
    const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    expect(values.length).toBe(2 * expected[0]!.length);
    for (const [at, value] of values.entries())
      if (Math.abs(value - expected[at % 2]![at >> 1]!) > 2 ** -22)
        expect([at, value]).toEqual([at, expected[at % 2]![at >> 1]!]);
  });
});
