import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { sealPage } from "#audio/media/containers/ogg-page.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { openAudioFile } from "../open-file.ts";
import { createResult } from "../write-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "opus-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Differs between channels, and has no autocorrelation at small lags. */
const sweep = (frames: number, channels = 2): Block =>
  Array.from({ length: channels }, (_, channel) =>
    Float32Array.from(
      { length: frames },
      (_, i) => 0.3 * Math.sin(i * (0.02 + i * 1e-6) + channel),
    ),
  );

/** Encodes blocks as Opus and decodes the result. */
async function pass(blocks: readonly Block[], sampleRate = 48_000) {
  const file = path.join(folder, "a.opus");
  const writer = createResult({ file, output: "opus", tags: {}, duration: 0 });
  for (const block of blocks) await writer.write(block, { sampleRate, channels: block.length });
  await writer.finish();
  return { ...(await readBack(file)), bytes: readFileSync(file) };
}

async function readBack(file: string) {
  const read = await openAudioFile(file);
  const parts: Block[] = [];
  for await (const block of read.blocks()) parts.push(copyFrames(block, 0));
  read.close();
  return { ...read, block: joinBlocks(parts, read.format.channels) };
}

function likeness(found: Float32Array, expected: Float32Array): number {
  let noise = 0;
  let signal = 0;
  for (const [i, sample] of expected.entries()) {
    noise += (found[i]! - sample) ** 2;
    signal += sample ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

describe("Opus", () => {
  // The encoder delay is 312 samples; 648 more fill a packet of 960.
  it.each([1, 647, 648, 649, 959, 960, 961, 48_000, 50_001])(
    "TLS-2 of %i samples has as many when it is read",
    async (frames) => {
      const { block, codec, ...file } = await pass([sweep(frames)]);
      expect([codec, Math.round(file.duration * 48_000), block[0]!.length]).toEqual([
        "opus",
        frames,
        frames,
      ]);
    },
  );

  it("TLS-2 is in time, in both channels, whatever the size of blocks", async () => {
    const sound = sweep(60_000);
    const cuts = [0, 1, 700, 1700, 30_011, 60_000];
    const blocks = cuts
      .slice(1)
      .map((to, at) => sound.map((plane) => plane.subarray(cuts[at], to)));
    const { block, bytes } = await pass(blocks);
    for (const [channel, plane] of sound.entries())
      expect(likeness(block[channel]!, plane)).toBeGreaterThan(20);
    const whole = await pass([sound]);
    expect(whole.block).toEqual(block);
    expect(whole.bytes.length).toBe(bytes.length);
  });

  it("TLS-2 is resampled to 48 kHz, and mixed down to two channels", async () => {
    const { format, block } = await pass([sweep(44_100, 6)], 44_100);
    expect(format).toEqual({ sampleRate: 48_000, channels: 2 });
    expect(block[0]!.length).toBe(48_000);
  });

  it("TLS-2 of one channel takes half the space", async () => {
    const noise = [Float32Array.from({ length: 96_000 }, (_, i) => 0.3 * Math.sin(i * i))];
    const [mono, stereo] = [await pass([noise]), await pass([[...noise, noise[0]!.toReversed()]])];
    expect(mono.format.channels).toBe(1);
    expect(mono.bytes.length / stereo.bytes.length).toBeCloseTo(0.5, 1);
  });

  /** Position of a file's identification header. */
  const headOf = (bytes: Buffer): number => bytes.indexOf("OpusHead");

  it.each(
    (["opus", "webm"] as const).flatMap((output) =>
      [-6, 6, -20.5, 0.25, 0].map((gain) => [output, gain] as const),
    ),
  )("TLS-2 of %s is as loud as its header says: %f dB", async (output, gain) => {
    const file = path.join(folder, `gain.${output}`);
    const sound = sweep(9600).map((plane) => plane.map((value) => value / 4));
    const writer = createResult({ file, output, tags: {}, duration: 1 });
    await writer.write(sound, { sampleRate: 48_000, channels: 2 });
    await writer.finish();
    const bytes = readFileSync(file);
    bytes.writeInt16LE(gain * 256, headOf(bytes) + 16);
    if (output === "opus") sealPage(bytes.subarray(0, 28 + bytes[27]!));
    writeFileSync(file, bytes);
    const { block } = await readBack(file);
    const expected = sound.map((plane) => plane.map((value) => value * 10 ** (gain / 20)));
    for (const [channel, plane] of expected.entries())
      expect(likeness(block[channel]!, plane)).toBeGreaterThan(15);
  });
});
