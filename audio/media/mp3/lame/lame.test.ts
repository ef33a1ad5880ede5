import { readFileSync } from "node:fs";
import path from "node:path";
import { MPEGDecoder } from "mpg123-decoder";
import { beforeAll, describe, expect, it } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { joinBytes } from "../../bytes/byte-parts.ts";
import { mp3FrameAt } from "../mp3-frames.ts";
import { compileLame, createLame, type Lame, type Mp3Format } from "./lame.ts";

let lame: Lame;
beforeAll(async () => {
  const bytes = readFileSync(path.join(import.meta.dirname, "lame.wasm"));
  lame = createLame(await compileLame(new Uint8Array(bytes)));
});

/** Rising tones with knocks and intermittent noise, to trigger all block types and tables. */
function sound(seconds: number, sampleRate: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: seconds * sampleRate }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const noise = state / 2 ** 31 - 1;
    const knock = Math.exp(-(i % 9000) / 200);
    const tone = Math.sin(i * (0.02 + i / 2e6)) + 0.5 * Math.sin(i * 0.31 * seed);
    return 0.2 * tone + (0.4 * knock + (Math.sin(i / 9000) > 0 ? 0.1 : 0.001)) * noise;
  });
}
const encode = (planes: readonly Float32Array[], format: Mp3Format): Uint8Array => {
  lame.open(format);
  return joinBytes([lame.encode(planes), lame.finish()]);
};

describe("LAME on vectors", () => {
  /** Decodes a stream and compares it with the sound: level in dB, and other differences. */
  async function decoded(stream: Uint8Array, planes: readonly Float32Array[]) {
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { channelData } = decoder.decode(stream);
    decoder.free();
    let [power, product, square] = [0, 0, 0];
    for (const [channel, plane] of planes.entries())
      for (const [i, sample] of plane.entries()) {
        // Compensates for encoder and decoder delay.
        const after = channelData[channel]![i + 576 + 529]!;
        power += sample ** 2;
        product += sample * after;
        square += after ** 2;
      }
    const gain = product / power;
    return {
      level: 20 * Math.log10(gain),
      noise: 10 * Math.log10((square - gain * product) / square),
    };
  }

  it.each([
    [44_100, 2, 256],
    [48_000, 1, 64],
    [32_000, 2, 96],
    [22_050, 1, 32],
  ] as const)(
    "TLS-2 is as good at %i Hz with %i channels and %i kbit/s as without them",
    async (sampleRate, channels, bitrate) => {
      const planes = [1, 2].slice(0, channels).map((seed) => sound(3, sampleRate, seed));
      const plain = await createMp3Encoder();
      plain.configure({ sampleRate, channels, bitrate });
      const parts = [plain.encode(planes as [Float32Array]).slice(), plain.finalize().slice()];
      const stream = encode(planes, { sampleRate, channels, bitrate });
      expect(stream.length).toBe(joinBytes(parts).length);
      const expected = await decoded(joinBytes(parts), planes);
      expect(Math.abs((await decoded(stream, planes)).noise - expected.noise)).toBeLessThan(0.1);
    },
  );

  it.each([32, 64, 128, 160, 192, 224, 320])(
    "TLS-2 keeps the level at %i kbit/s, in mono and in stereo",
    async (bitrate) => {
      for (const channels of [1, 2] as const) {
        const tone = Float32Array.from({ length: 88_200 }, (_, i) => 0.5 * Math.sin(i / 7));
        const planes = Array<Float32Array>(channels).fill(tone);
        const stream = encode(planes, { sampleRate: 44_100, channels, bitrate });
        expect(Math.abs((await decoded(stream, planes)).level)).toBeLessThan(0.02);
      }
    },
  );

  it("TLS-2 encodes deterministically, regardless of earlier input", () => {
    const format = { sampleRate: 44_100, channels: 1, bitrate: 128 } as const;
    const first = encode([sound(1, 44_100, 1)], format);
    encode([sound(1, 44_100, 5), sound(1, 44_100, 6)], { ...format, channels: 2 });
    expect(encode([sound(1, 44_100, 1)], format)).toEqual(first);
  });

  it("TLS-2 takes all rates of MPEG audio", () => {
    for (const sampleRate of [
      8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
    ]) {
      const stream = encode([sound(1, sampleRate, 1)], { sampleRate, channels: 1, bitrate: 128 });
      expect(mp3FrameAt(stream, 0)!.samples).toBe(sampleRate < 32_000 ? 576 : 1152);
    }
  });
});
