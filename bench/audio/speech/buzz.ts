import { createFilter, designBiquad } from "#audio/signal/biquad.ts";
import { createStft } from "#audio/signal/stft.ts";

/** Hz of what is measured: readers are recorded at 16 kHz. */
export const BUZZ_RATE = 16_000;
/** Hz between which a voice that is made by rules buzzes. */
const BAND = [2000, 6000] as const;
const FRAME = 0.04;
/** Seconds of a period of a voice. */
const PERIODS = [1 / 320, 1 / 70] as const;

/** What tells a voice that is made by rules from a throat. */
export interface Buzz {
  /** How exactly its pulses come again between 2 and 6 kHz: 1 exactly, 0 not at all. */
  readonly pulses: number;
  /** Peaks over the mean level within 40 ms between 2 and 6 kHz, dB. */
  readonly crest: number;
  /** How much spectra 8 ms apart differ; 0 not at all. */
  readonly flux: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Highest autocorrelation of an envelope at the periods of a voice. */
function regularity(envelope: Float32Array): number {
  const mean = meanOf([...envelope]);
  const centered = envelope.map((value) => value - mean);
  let best = 0;
  const maxPeriod = Math.round(PERIODS[1] * BUZZ_RATE);
  for (let lag = Math.round(PERIODS[0] * BUZZ_RATE); lag <= maxPeriod; lag++) {
    let [sum, a, b] = [0, 1e-12, 1e-12];
    for (let i = 0; i + lag < centered.length; i++) {
      sum += centered[i]! * centered[i + lag]!;
      a += centered[i]! ** 2;
      b += centered[i + lag]! ** 2;
    }
    best = Math.max(best, sum / Math.sqrt(a * b));
  }
  return best;
}

/** Mean change of the shape of spectra. */
function fluxOf(samples: Float32Array): number {
  const size = 512;
  const found: number[] = [];
  let last: Float64Array | null = null;
  const stft = createStft({
    channels: 1,
    size,
    hop: size / 4,
    prepare: ({ re: [re], im: [im] }) => {
      const own = new Float64Array(size / 2 + 1);
      return () => {
        let all = 0;
        for (let bin = 0; bin < own.length; bin++) {
          own[bin] = Math.hypot(re![bin]!, im![bin]!);
          all += own[bin]! ** 2;
        }
        const level = Math.sqrt(all);
        if (level < 0.3) return void (last = null);
        const shape = own.map((value) => value / level);
        if (last)
          found.push(
            Math.sqrt(shape.reduce((sum, value, at) => sum + (value - last![at]!) ** 2, 0)),
          );
        last = shape;
      };
    },
  });
  stft.process([samples]);
  stft.finish();
  return meanOf(found);
}

/** Measures a voice of 16 kHz; frames with much between 2 and 6 kHz and with a pitch count. */
export function measureBuzz(samples: Float32Array): Buzz {
  const band = samples.slice();
  createFilter([
    designBiquad("highpass", { frequency: BAND[0] }, BUZZ_RATE),
    designBiquad("highpass", { frequency: BAND[0] }, BUZZ_RATE),
    designBiquad("lowpass", { frequency: BAND[1] }, BUZZ_RATE),
  ]).run(band);
  const low = samples.slice();
  createFilter([designBiquad("lowpass", { frequency: 900 }, BUZZ_RATE)]).run(low);
  const envelope = band.map(Math.abs);
  createFilter([designBiquad("lowpass", { frequency: 500 }, BUZZ_RATE)]).run(envelope);
  const size = Math.round(FRAME * BUZZ_RATE);
  const levelOf = (part: Float32Array): number =>
    Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
  const threshold = 0.3 * levelOf(band);
  const pulses: number[] = [];
  const crests: number[] = [];
  for (let at = 0; at + size <= band.length; at += size / 2) {
    const part = band.subarray(at, at + size);
    const level = levelOf(part);
    if (level < threshold || regularity(low.subarray(at, at + size)) < 0.75) continue;
    pulses.push(regularity(envelope.subarray(at, at + size)));
    crests.push(20 * Math.log10(Math.max(...part.map(Math.abs)) / level));
  }
  return { pulses: meanOf(pulses), crest: meanOf(crests), flux: fluxOf(samples) };
}
