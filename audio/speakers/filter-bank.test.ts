import { describe, expect, it } from "vitest";
import { createFilterBank, frameCount, subtractMean } from "./filter-bank.ts";

const BANDS = 80;
let seed = 7;
const noise = Float32Array.from({ length: 2000 }, () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647 - 0.5;
});

/** Kaldi's definition, word by word, with a plain Fourier transform. */
function defined(samples: Float32Array, hamming: boolean, scale: number): number[][] {
  const frames: number[][] = [];
  for (let start = 0; start + 400 <= samples.length; start += 160) {
    const raw = Array.from(samples.subarray(start, start + 400), (x) => x * scale);
    const mean = raw.reduce((sum, x) => sum + x, 0) / 400;
    const centered = raw.map((x) => x - mean);
    const frame = centered.map((x, i) => {
      const turn = Math.cos((2 * Math.PI * i) / 399);
      const window = hamming ? 0.54 - 0.46 * turn : (0.5 - 0.5 * turn) ** 0.85;
      return (x - 0.97 * centered[Math.max(0, i - 1)]!) * window;
    });
    const power = Array.from({ length: 256 }, (_, bin) => {
      let [re, im] = [0, 0];
      for (const [i, x] of frame.entries()) {
        re += x * Math.cos((2 * Math.PI * bin * i) / 512);
        im -= x * Math.sin((2 * Math.PI * bin * i) / 512);
      }
      return re * re + im * im;
    });
    const mel = (hertz: number): number => 1127 * Math.log(1 + hertz / 700);
    const step = (mel(8000) - mel(20)) / (BANDS + 1);
    frames.push(
      Array.from({ length: BANDS }, (_, band) => {
        const [left, center, right] = [0, 1, 2].map((at) => mel(20) + (band + at) * step) as [
          number,
          number,
          number,
        ];
        let energy = 0;
        for (const [bin, value] of power.entries()) {
          const at = mel((bin * 16_000) / 512);
          if (at <= left || at >= right) continue;
          energy +=
            value *
            (at <= center ? (at - left) / (center - left) : (right - at) / (right - center));
        }
        return Math.log(Math.max(1.1920929e-7, energy));
      }),
    );
  }
  return frames;
}

describe("filter bank", () => {
  it.each([
    ["povey", 1],
    ["hamming", 32_768],
  ] as const)("TLS-11 is Kaldi's, with the %s window and samples times %d", (window, scale) => {
    const found = createFilterBank({ bands: BANDS, window, scale })(noise);
    const expected = defined(noise, window === "hamming", scale).flat();
    expect(found).toHaveLength(expected.length);
    expect(found.length).toBe(BANDS * frameCount(noise.length));
    for (const [at, value] of expected.entries()) expect(found[at]).toBeCloseTo(value, 3);
  });

  it("TLS-11 has no frame of a sound shorter than one, and the floor for silence", () => {
    const bank = createFilterBank({ bands: BANDS, window: "povey", scale: 1 });
    expect(bank(new Float32Array(399))).toHaveLength(0);
    const silence = bank(new Float32Array(400));
    expect(silence).toHaveLength(BANDS);
    expect(silence.every((value) => Math.abs(value - Math.log(2 ** -23)) < 1e-5)).toBe(true);
  });

  it("TLS-11 a constant factor of a band, such as that of a microphone, does not count", () => {
    const [features, louder] = [Float32Array.of(1, 5, 3, 9), Float32Array.of(4, 5, 6, 9)];
    expect([...subtractMean(features, 2)]).toEqual([-1, -2, 1, 2]);
    expect([...subtractMean(louder, 2)]).toEqual([-1, -2, 1, 2]);
  });
});
