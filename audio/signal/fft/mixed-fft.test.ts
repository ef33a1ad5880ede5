import { expect, it } from "vitest";
import { createRealFft } from "./fft.ts";
import { createMixedFft } from "./mixed-fft.ts";

const noise = (length: number): Float64Array => {
  let state = 5;
  return Float64Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
};

it.each([12, 60, 96, 480])("TLS-5 %i samples become the sums that the definition names", (size) => {
  const fft = createMixedFft(size);
  const samples = noise(size);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  fft.forward(samples, re, im);
  for (let bin = 0; bin < fft.bins; bin++) {
    let [x, y] = [0, 0];
    for (const [at, sample] of samples.entries()) {
      x += sample * Math.cos((2 * Math.PI * bin * at) / size);
      y -= sample * Math.sin((2 * Math.PI * bin * at) / size);
    }
    expect(re[bin]).toBeCloseTo(x, 10);
    expect(im[bin]).toBeCloseTo(y, 10);
  }
});

it.each([12, 6144, 7680])("TLS-5 %i samples come back", (size) => {
  const fft = createMixedFft(size);
  const samples = noise(size);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const back = new Float64Array(size);
  fft.forward(samples, re, im);
  fft.inverse(re, im, back);
  for (const [at, sample] of samples.entries()) expect(back[at]).toBeCloseTo(sample, 12);
});

it("TLS-5 a power of two is the transform that knows nothing else", () => {
  const samples = noise(64);
  const found = createMixedFft(64);
  const reference = createRealFft(64);
  const [a, b] = [new Float64Array(33), new Float64Array(33)];
  const [c, d] = [new Float64Array(33), new Float64Array(33)];
  found.forward(samples, a, b);
  reference.forward(samples, c, d);
  expect([a, b]).toEqual([c, d]);
  expect(() => createMixedFft(30)).toThrow(RangeError);
});
