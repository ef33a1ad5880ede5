import { expect, it } from "vitest";
import { createLogMel, melBands } from "./log-mel.ts";

const RATE = 16_000;
const SIZE = 400;

/** Reference by definition: a transform of 400 samples, sample by sample. */
function referenceLogMel(samples: Float32Array, bands: number, frames: number): Float64Array {
  const out = new Float64Array(bands * frames);
  const filters = melBands(bands);
  for (let column = 0; column < frames; column++) {
    const power = Array.from({ length: SIZE / 2 + 1 }, (_, bin) => {
      let re = 0;
      let im = 0;
      for (let i = 0; i < SIZE; i++) {
        const at = Math.abs(column * 160 - SIZE / 2 + i);
        const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE);
        const angle = (-2 * Math.PI * bin * i) / SIZE;
        re += (samples[at] ?? 0) * window * Math.cos(angle);
        im += (samples[at] ?? 0) * window * Math.sin(angle);
      }
      return re * re + im * im;
    });
    for (const [band, { first, weights }] of filters.entries()) {
      const sum = weights.reduce((all, weight, i) => all + weight * power[first + i]!, 0);
      out[band * frames + column] = Math.log10(Math.max(1e-10, sum));
    }
  }
  const peak = out.reduce((a, b) => Math.max(a, b), -Infinity);
  return out.map((level) => (Math.max(level, peak - 8) + 4) / 4);
}

it.each([80, 128])("TLS-5 a spectrogram of %i bands is the one of its definition", (bands) => {
  let state = 3;
  const samples = Float32Array.from({ length: 3000 }, (_, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.3 * Math.sin((2 * Math.PI * 700 * at) / RATE) + 0.01 * (state / 2 ** 31 - 1);
  });
  const found = createLogMel(bands)(samples, 24);
  const expected = referenceLogMel(samples, bands, 24);
  expect(found.length).toBe(expected.length);
  const worst = found.reduce(
    (maximum, level, at) => Math.max(maximum, Math.abs(level - expected[at]!)),
    0,
  );
  expect(worst).toBeLessThan(1e-5);
});

it("TLS-5 bands are as librosa's: their corners on Slaney's scale, each of the same area", () => {
  // librosa.mel_frequencies(82, 0, 8000): linear up to 1 kHz, then logarithmic.
  const peaks = melBands(80).map(({ first, weights }) => {
    const at = weights.indexOf(weights.reduce((a, b) => Math.max(a, b), 0));
    return (first + at) * 40;
  });
  expect(peaks.every((hertz, at) => at === 0 || hertz >= peaks[at - 1]!)).toBe(true);
  expect(peaks.at(-1)).toBeGreaterThan(7600);
  // Weights of wide bands sum to 1 over bins of 40 Hz.
  for (const { weights } of melBands(80).slice(-10))
    expect(weights.reduce((sum, weight) => sum + 40 * weight, 0)).toBeCloseTo(1, 1);
});

it("TLS-5 silence is even, and a tone is where its band is", () => {
  const mel = createLogMel(80);
  expect(new Set(mel(new Float32Array(1600), 20)).size).toBe(1);
  const tone = Float32Array.from({ length: 8000 }, (_, at) =>
    Math.sin((2 * Math.PI * 2000 * at) / RATE),
  );
  const found = mel(tone, 40);
  const column = Array.from({ length: 80 }, (_, band) => found[band * 40 + 20]!);
  const loudest = column.indexOf(Math.max(...column));
  const { first, weights } = melBands(80)[loudest]!;
  expect(first * 40).toBeLessThanOrEqual(2000);
  expect((first + weights.length - 1) * 40).toBeGreaterThanOrEqual(2000);
});
