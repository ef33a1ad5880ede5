import type { Processor } from "#audio/effect.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { createRealFft } from "#audio/signal/fft/fft.ts";
import { createResampler } from "#audio/signal/resample.ts";
import type { Dnsmos } from "./dnsmos.ts";
import { measureModulation, measureSiSdr, measureStoi } from "./metrics.ts";

/** One channel through a processor, whose output is its own again from the next call on. */
export function runMono(processor: Processor, samples: Float32Array): Float32Array {
  const parts = [];
  for (let at = 0; at < samples.length; at += 16_384) {
    const out = processor.process([samples.subarray(at, at + 16_384)]);
    parts.push(out && copyFrames(out, 0));
  }
  return joinBlocks([...parts, processor.finish()], 1)[0]!;
}

export const resample = (samples: Float32Array, from: number, to: number) =>
  runMono(createResampler(from, to, 1), samples);

export interface Score {
  readonly siSdr: number;
  readonly stoi: number;
  /** dB of slow over fast modulation */
  readonly modulation: number;
  /** NaN without a model */
  readonly mos: number;
}

export async function scoreSpeech(
  estimate: Float32Array,
  reference: Float32Array,
  sampleRate: number,
  dnsmos: Dnsmos | null,
): Promise<Score> {
  const at = (samples: Float32Array, rate: number) => resample(samples, sampleRate, rate);
  const resampled = at(estimate, 16_000);
  return {
    siSdr: measureSiSdr(estimate, reference),
    stoi: measureStoi(at(estimate, 10_000), at(reference, 10_000)),
    modulation: measureModulation(resampled),
    mos: dnsmos ? await dnsmos(resampled) : NaN,
  };
}

export const showScore = ({ siSdr, stoi, mos }: Score) =>
  [siSdr.toFixed(1), stoi.toFixed(3), Number.isNaN(mos) ? "–" : mos.toFixed(2)].join(" / ");

/** The estimate without its delay against the reference (up to 0.2 s): for programs that keep theirs. */
export function alignTo(estimate: Float32Array, reference: Float32Array): Float32Array {
  const size = 2 ** 17;
  const fft = createRealFft(size);
  const spectrum = (samples: Float32Array) => {
    const part = new Float32Array(size);
    part.set(samples.subarray(0, size / 2));
    const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
    fft.forward(part, re, im);
    return { re, im };
  };
  const [a, b] = [spectrum(estimate), spectrum(reference)];
  const re = a.re.map((x, k) => x * b.re[k]! + a.im[k]! * b.im[k]!);
  const im = a.re.map((x, k) => a.im[k]! * b.re[k]! - x * b.im[k]!);
  const lags = new Float32Array(size);
  fft.inverse(re, im, lags);
  let best = 0;
  for (let lag = 0; lag < 9600; lag++) if (lags[lag]! > lags[best]!) best = lag;
  const out = new Float32Array(reference.length);
  out.set(estimate.subarray(best, best + reference.length));
  return out;
}
