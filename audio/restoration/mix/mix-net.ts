import { createDenseKernel, type DenseProduct } from "../../nets/dense-kernel.ts";
import { logistic, remember } from "../../nets/gated-units.ts";
import type { VectorMemory } from "../../wasm/vector-memory.ts";
import { createMixGuard, guardFloats } from "./mix-guard.ts";
import { MIX_WEIGHTS } from "./mix-weights.ts";
import { layerFloats, readLayers } from "./read-layers.ts";

/** Hz of the bands' middles, narrow below, an eighth apart above; the last one is not far over 8 kHz. */
const MIDDLES = ((): readonly number[] => {
  const middles = [46.875];
  for (let last = 46.875; last < 7700;) {
    last += Math.max(94, 0.125 * last);
    middles.push(last);
  }
  return middles;
})();
const BANDS = MIDDLES.length;
/** What is told of each band: both estimates beside the input, its level, and how alike they are. */
const TOLD = 4;
const INPUTS = TOLD * BANDS;
/** Units of the first layer, and of the one that remembers. */
const DENSE = 64;
const UNITS = 64;
const ANSWERS = ["share", "gain", "dry"] as const;
const SHAPES = [
  { rows: DENSE, columns: INPUTS },
  { rows: 3 * UNITS, columns: DENSE },
  { rows: 3 * UNITS, columns: UNITS },
  { rows: ANSWERS.length * BANDS, columns: DENSE + UNITS },
] as const;
/** Of natural logarithms, to have those of ten. */
const DECADES = 1 / Math.LN10;
/** Of what bands are compared with, so that silence says nothing. */
const TINY = 1e-10;
/** Seconds over which the level is a mean that bands' levels are told beside. */
const LEVEL_SECONDS = 1;
/** How much louder than the estimate the result may be. */
const MOST_GAIN = 1.1;
/**
 * Where both nets leave little of a band, and RNNoise less than the mixture would have, the mixture goes
 * toward it: power of what RNNoise has beside it, and what counts as least. Its pauses are more silent.
 */
const PUSH = 0.2;
const LEAST_PUSHED = 1e-3;
/** Powers of ten by which both leave less than the input: where it begins, and until it is whole. */
const PUSHED_FROM = 0.5;
const PUSHED_RANGE = 1;

const LAYERS = readLayers(MIX_WEIGHTS, SHAPES);

/** Real and imaginary parts, a number a bin. */
type Spectrum = readonly [re: Float32Array, im: Float32Array];

export interface MixNetShape {
  /** Hz from bin to bin, and seconds from frame to frame. */
  readonly hertz: number;
  readonly seconds: number;
  /** Bins that it hears and answers for. */
  readonly bins: number;
}

/**
 * Rows, a number a bin, to be filled: RNNoise's part of the estimate, a gain of the estimate, and the part
 * of what came in that is added to it.
 */
export type MixRows = Readonly<Record<(typeof ANSWERS)[number], Float32Array>>;

/** Numbers that it takes of a memory. */
export const mixNetFloats = (): number => layerFloats(SHAPES) + guardFloats();

/** Between the middles of which band and the next one each bin lies, and how near to the next one. */
function placesOf(bins: number, hertz: number) {
  const band = new Uint8Array(bins);
  const part = new Float32Array(bins);
  for (let k = 0; k < bins; k++) {
    while (band[k]! < BANDS - 2 && MIDDLES[band[k]! + 1]! < k * hertz) band[k]!++;
    const [below, above] = [MIDDLES[band[k]!]!, MIDDLES[band[k]! + 1]!];
    part[k] = Math.min(1, Math.max(0, (k * hertz - below) / (above - below)));
  }
  return { band, part };
}

/** Four numbers a band: powers of the input and both estimates, and what the estimates have in common. */
const createSums = () =>
  Array.from({ length: 4 }, () => new Float32Array(BANDS)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];

/** Adds up a frame's bins into bands, each into the two between whose middles it lies: means of them. */
function createBands({ hertz, bins }: MixNetShape) {
  const { band, part } = placesOf(bins, hertz);
  const sums = createSums();
  const [input, low, full, both] = sums;
  const inverse = new Float32Array(BANDS);
  for (let k = 0; k < bins; k++) {
    inverse[band[k]!] = inverse[band[k]!]! + 1 - part[k]!;
    inverse[band[k]! + 1] = inverse[band[k]! + 1]! + part[k]!;
  }
  for (let b = 0; b < BANDS; b++) inverse[b] = inverse[b]! > 0 ? 1 / inverse[b]! : 0;
  const measure = (
    [re, im]: Spectrum,
    [lowRe, lowIm]: Spectrum,
    [fullRe, fullIm]: Spectrum,
  ): void => {
    for (const one of sums) one.fill(0);
    for (let k = 0; k < bins; k++) {
      const at = band[k]!;
      const upper = part[k]!;
      const under = 1 - upper;
      const x = re[k]!;
      const y = im[k]!;
      const u = lowRe[k]!;
      const v = lowIm[k]!;
      const r = fullRe[k]!;
      const i = fullIm[k]!;
      const heard = x * x + y * y;
      const ofLow = u * u + v * v;
      const ofFull = r * r + i * i;
      const alike = u * r + v * i;
      input[at] = input[at]! + under * heard;
      input[at + 1] = input[at + 1]! + upper * heard;
      low[at] = low[at]! + under * ofLow;
      low[at + 1] = low[at + 1]! + upper * ofLow;
      full[at] = full[at]! + under * ofFull;
      full[at + 1] = full[at + 1]! + upper * ofFull;
      both[at] = both[at]! + under * alike;
      both[at + 1] = both[at + 1]! + upper * alike;
    }
    for (let b = 0; b < BANDS; b++) {
      input[b] = input[b]! * inverse[b]! + TINY;
      low[b] = low[b]! * inverse[b]! + TINY;
      full[b] = full[b]! * inverse[b]! + TINY;
      both[b] = both[b]! * inverse[b]!;
    }
  };
  return { measure, sums };
}

/** What is told of the bands of a frame goes to `told`; the estimates' powers beside the input's to `parts`. */
function createEar(shape: MixNetShape, told: Float32Array) {
  const { measure, sums } = createBands(shape);
  const parts = createSums();
  const [, lowPart, fullPart, alikePart] = parts;
  const left = Math.exp(-shape.seconds / LEVEL_SECONDS);
  let [level, frames] = [0, 0];
  const [input, low, full, both] = sums;
  const hear = (mean: Spectrum, ofDtln: Spectrum, ofRnnoise: Spectrum): void => {
    measure(mean, ofDtln, ofRnnoise);
    let sum = 0;
    for (let b = 0; b < BANDS; b++) sum += input[b]!;
    level = left * level + sum / BANDS;
    frames = left * frames + 1;
    const beside = 1 / (level / frames + 1e-9);
    for (let b = 0; b < BANDS; b++) {
      const heard = 1 / input[b]!;
      const ofLow = Math.min(10, Math.max(1e-5, low[b]! * heard));
      const ofFull = Math.min(10, Math.max(1e-5, full[b]! * heard));
      const alike = both[b]! / Math.sqrt(low[b]! * full[b]!);
      lowPart[b] = ofLow;
      fullPart[b] = ofFull;
      alikePart[b] = both[b]! * heard;
      told[b] = DECADES * Math.log(ofLow);
      told[BANDS + b] = DECADES * Math.log(ofFull);
      const height = DECADES * Math.log(input[b]! * beside);
      told[2 * BANDS + b] = 0.5 * Math.min(2, Math.max(-5, height));
      told[3 * BANDS + b] = alike;
    }
  };
  return { hear, parts };
}

/**
 * A gated recurrent net that hears frame by frame what both nets make of the bands of the input, and says
 * how to mix them (fitted as bench/audio/denoise tells).
 */
export function createMixNet(memory: VectorMemory, shape: MixNetShape, rows: MixRows) {
  const dense = createDenseKernel(memory);
  const told = memory.take(INPUTS);
  const both = memory.take(DENSE + UNITS);
  const [first, state] = [both.subarray(0, DENSE), both.subarray(DENSE)];
  const products = [told, first, state, both].map((from, i) => dense(LAYERS[i]!, from));
  const [heard, ofInput, ofState, said] = products as [
    DenseProduct,
    DenseProduct,
    DenseProduct,
    DenseProduct,
  ];
  const ear = createEar(shape, told);
  const [, lowPart, fullPart, alikePart] = ear.parts;
  const { band, part } = placesOf(shape.bins, shape.hertz);
  const answers = new Float32Array((ANSWERS.length + 1) * BANDS);
  const [share, gain, dry, push] = [0, 1, 2, 3].map((i) =>
    answers.subarray(i * BANDS, (i + 1) * BANDS),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  /** How far a band is pushed toward RNNoise's: powers are parts of the input's. */
  const pushOf = (b: number): number => {
    const gone = (-Math.max(told[b]!, told[BANDS + b]!) - PUSHED_FROM) / PUSHED_RANGE;
    if (gone <= 0) return 1;
    const ofFull = share[b]!;
    const ofLow = 1 - ofFull;
    const full = fullPart[b]!;
    const apart = ofLow * ofLow * lowPart[b]! + ofFull * ofFull * full;
    const estimate = apart + 2 * ofLow * ofFull * alikePart[b]!;
    const ofEstimate = (1 - dry[b]!) * MOST_GAIN * gain[b]!;
    const mixed = ofEstimate * ofEstimate * estimate + dry[b]! * dry[b]! + 1e-6;
    const pushed = Math.min(1, Math.max(LEAST_PUSHED, full / mixed));
    return pushed === 1 ? 1 : Math.exp(PUSH * Math.min(1, gone) * Math.log(pushed));
  };
  const guard = createMixGuard(memory, state);
  return (input: Spectrum, low: Spectrum, full: Spectrum): number => {
    ear.hear(input, low, full);
    heard.run();
    for (let i = 0; i < DENSE; i++) first[i] = Math.max(0, heard.out[i]!);
    ofInput.run();
    ofState.run();
    remember(ofInput.out, ofState.out, state);
    said.run();
    for (let i = 0; i < said.out.length; i++) answers[i] = logistic(said.out[i]!);
    for (let b = 0; b < BANDS; b++) push[b] = pushOf(b);
    const back = guard();
    const stays = 1 - back;
    for (let k = 0; k < shape.bins; k++) {
      const at = band[k]!;
      const upper = part[k]!;
      const under = 1 - upper;
      const beside = under * dry[at]! + upper * dry[at + 1]!;
      const pushed = stays * (under * push[at]! + upper * push[at + 1]!);
      const louder = MOST_GAIN * (under * gain[at]! + upper * gain[at + 1]!);
      rows.share[k] = under * share[at]! + upper * share[at + 1]!;
      rows.gain[k] = pushed * (1 - beside) * louder;
      rows.dry[k] = pushed * beside + back;
    }
    return back;
  };
}
