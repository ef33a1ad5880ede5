import { createRealFft } from "#audio/signal/fft/fft.ts";

/** Samples through an impulse response; as long as the samples. */
export function convolve(samples: Float32Array, response: Float32Array): Float32Array {
  const size = 2 ** Math.ceil(Math.log2(samples.length + response.length));
  const fft = createRealFft(size);
  const spectrum = (input: Float32Array) => {
    const padded = new Float32Array(size);
    padded.set(input);
    const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
    fft.forward(padded, re, im);
    return { re, im };
  };
  const [a, b] = [spectrum(samples), spectrum(response)];
  const re = a.re.map((x, i) => x * b.re[i]! - a.im[i]! * b.im[i]!);
  const im = a.im.map((x, i) => x * b.re[i]! + a.re[i]! * b.im[i]!);
  const out = new Float32Array(size);
  fft.inverse(re, im, out);
  return out.slice(0, samples.length);
}
