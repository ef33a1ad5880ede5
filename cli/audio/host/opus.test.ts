import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { joinBytes } from "#audio/media/bytes/byte-parts.ts";
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

/** An element of Matroska of at most 16 KB. */
const element = (id: readonly number[], ...parts: readonly Uint8Array[]): Uint8Array => {
  const content = joinBytes(parts);
  return joinBytes([
    Uint8Array.of(...id, 0x40 | (content.length >> 8), content.length & 0xff),
    content,
  ]);
};
const number = (id: readonly number[], ...bytes: readonly number[]): Uint8Array =>
  element(id, Uint8Array.of(...bytes));

/** Silence in Opus, in Matroska: packets of 20 ms; the last one has 13.5 ms of padding. */
function matroskaOf(packets: number, isDurationStated: boolean): Uint8Array {
  const head = Uint8Array.of(...Buffer.from("OpusHead"), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0);
  const track = element(
    [0xae],
    number([0xd7], 1),
    number([0x73, 0xc5], 1),
    number([0x83], 2),
    element([0x86], Buffer.from("A_OPUS")),
    element([0x63, 0xa2], head),
    element([0xe1], number([0x9f], 1), number([0xb5], 0x47, 0x3b, 0x80, 0)),
  );
  const packet = (at: number): Uint8Array =>
    Uint8Array.of(0x81, (20 * at) >> 8, (20 * at) & 0xff, 0, 0xf8, 0xff, 0xfe);
  const blocks = Array.from({ length: packets - 1 }, (_, at) => element([0xa3], packet(at)));
  const last = element(
    [0xa0],
    element([0xa1], packet(packets - 1)),
    ...(isDurationStated ? [number([0x9b], 6)] : []),
    number([0x75, 0xa2], 0, 0xcd, 0xfe, 0x60),
  );
  const info = element([0x15, 0x49, 0xa9, 0x66], number([0x2a, 0xd7, 0xb1], 0x0f, 0x42, 0x40));
  return joinBytes([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from("webm"))),
    element(
      [0x18, 0x53, 0x80, 0x67],
      info,
      element([0x16, 0x54, 0xae, 0x6b], track),
      element([0x1f, 0x43, 0xb6, 0x75], number([0xe7], 0), ...blocks, last),
    ),
  ]);
}

describe("Opus", () => {
  it.each([true, false])(
    "TLS-18 loses the padding of its last packet once, the duration of which is stated: %s",
    async (isDurationStated) => {
      const file = path.join(folder, "padded.webm");
      writeFileSync(file, matroskaOf(50, isDurationStated));
      const { block } = await readBack(file);
      expect(block[0]!.length).toBe(48_000 - 648);
    },
  );

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
