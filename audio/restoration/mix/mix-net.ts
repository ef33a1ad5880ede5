import { createDenseKernel, type DenseProduct } from "../../nets/dense-kernel.ts";
import { logistic, updateGru } from "../../nets/gated-units.ts";
import type { VectorMemory } from "../../wasm/vector-memory.ts";
import { createRumbleLimit } from "./limit-rumble.ts";
import { createMixGuard, guardFloats } from "./mix-guard.ts";
import { MIX_OUTPUTS, type MixNetShape, type MixRows, type Spectrum } from "./mix-shape.ts";
import { MIX_WEIGHTS } from "./mix-weights.ts";
import { layerFloats, readLayers } from "./read-layers.ts";

/**
 * Center frequencies of the bands in Hz: narrow at the bottom, then 1/8 apart; the last one is
 * slightly above 8 kHz.
 */
const MIDDLES = ((): readonly number[] => {
  const middles = [46.875];
  for (let last = 46.875; last < 7700;) {
    last += Math.max(94, 0.125 * last);
    middles.push(last);
  }
  return middles;
})();
const BANDS = MIDDLES.length;
/**
 * Features per band: both estimates relative to the input, level, and correlation of the estimates.
 */
const FEATURES_PER_BAND = 4;
const INPUTS = FEATURES_PER_BAND * BANDS;
/** Units of the dense layer and of the recurrent layer. */
const DENSE = 64;
const UNITS = 64;
const SHAPES = [
  { rows: DENSE, columns: INPUTS },
  { rows: 3 * UNITS, columns: DENSE },
  { rows: 3 * UNITS, columns: UNITS },
  { rows: MIX_OUTPUTS.length * BANDS, columns: DENSE + UNITS },
] as const;
/** Converts natural to decimal logarithms. */
const LOG10_FACTOR = 1 / Math.LN10;
/** Added to powers, so that silence is neutral. */
const TINY = 1e-10;
/** Time constant of the reference for band levels. */
const LEVEL_SECONDS = 1;
/** Maximum gain of the estimate. */
const MAX_GAIN = 1.1;
/**
 * Where both networks leave little of a band, and RNNoise less than the mix would have, the mix is
 * moved toward RNNoise, which has more silent pauses: exponent of the power ratio, and its lower
 * bound.
 */
const PUSH = 0.2;
const MIN_PUSH_GAIN = 1e-3;
/**
 * Attenuation by both networks, in decades, at which this begins, and the range up to full effect.
 */
const PUSHED_FROM = 0.5;
const PUSHED_RANGE = 1;

const LAYERS = readLayers(MIX_WEIGHTS, SHAPES);

/** Floats that it allocates in a memory. */
export const mixNetFloats = (): number => layerFloats(SHAPES) + guardFloats();

/**
 * For each bin, the band whose center is below it, and the fraction of the distance to the next
 * center.
 */
function interpolateBands(bins: number, hertz: number) {
  const band = new Uint8Array(bins);
  const part = new Float32Array(bins);
  for (let k = 0; k < bins; k++) {
    while (band[k]! < BANDS - 2 && MIDDLES[band[k]! + 1]! < k * hertz) band[k]!++;
    const [below, above] = [MIDDLES[band[k]!]!, MIDDLES[band[k]! + 1]!];
    part[k] = Math.min(1, Math.max(0, (k * hertz - below) / (above - below)));
  }
  return { band, part };
}

/**
 * Four values per band: power of the input and of both estimates, and the cross-power of the
 * estimates.
 */
const createSums = () =>
  Array.from({ length: 4 }, () => new Float32Array(BANDS)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];

/** Triangular band filters: averages bins into the two bands around them. */
function createBands({ hertz, bins }: MixNetShape) {
  const { band, part } = interpolateBands(bins, hertz);
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
      const inputPower = x * x + y * y;
      const ofLow = u * u + v * v;
      const ofFull = r * r + i * i;
      const alike = u * r + v * i;
      input[at] = input[at]! + under * inputPower;
      input[at + 1] = input[at + 1]! + upper * inputPower;
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

/**
 * Writes the features of a frame's bands to `features`; `parts` holds the powers of the estimates
 * relative to the input.
 */
function createFeatureExtractor(shape: MixNetShape, features: Float32Array) {
  const { measure, sums } = createBands(shape);
  const parts = createSums();
  const [, lowPart, fullPart, alikePart] = parts;
  const left = Math.exp(-shape.seconds / LEVEL_SECONDS);
  let [level, frames] = [0, 0];
  const [input, low, full, both] = sums;
  const extract = (mean: Spectrum, ofDtln: Spectrum, ofRnnoise: Spectrum): void => {
    measure(mean, ofDtln, ofRnnoise);
    let sum = 0;
    for (let b = 0; b < BANDS; b++) sum += input[b]!;
    level = left * level + sum / BANDS;
    frames = left * frames + 1;
    const inverseLevel = 1 / (level / frames + 1e-9);
    for (let b = 0; b < BANDS; b++) {
      const inverseInput = 1 / input[b]!;
      const ofLow = Math.min(10, Math.max(1e-5, low[b]! * inverseInput));
      const ofFull = Math.min(10, Math.max(1e-5, full[b]! * inverseInput));
      const alike = both[b]! / Math.sqrt(low[b]! * full[b]!);
      lowPart[b] = ofLow;
      fullPart[b] = ofFull;
      alikePart[b] = both[b]! * inverseInput;
      features[b] = LOG10_FACTOR * Math.log(ofLow);
      features[BANDS + b] = LOG10_FACTOR * Math.log(ofFull);
      const height = LOG10_FACTOR * Math.log(input[b]! * inverseLevel);
      features[2 * BANDS + b] = 0.5 * Math.min(2, Math.max(-5, height));
      features[3 * BANDS + b] = alike;
    }
  };
  return { hear: extract, parts };
}

/**
 * A gated recurrent network that decides, frame by frame, how to mix the two estimates and the
 * input (trained as described in bench/audio/denoise).
 */
export function createMixNet(memory: VectorMemory, shape: MixNetShape, rows: MixRows) {
  const dense = createDenseKernel(memory);
  const features = memory.take(INPUTS);
  const both = memory.take(DENSE + UNITS);
  const [first, state] = [both.subarray(0, DENSE), both.subarray(DENSE)];
  const products = [features, first, state, both].map((from, i) => dense(LAYERS[i]!, from));
  const [inputLayer, ofInput, ofState, outputLayer] = products as [
    DenseProduct,
    DenseProduct,
    DenseProduct,
    DenseProduct,
  ];
  const extractor = createFeatureExtractor(shape, features);
  const [, lowPart, fullPart, alikePart] = extractor.parts;
  const { band, part } = interpolateBands(shape.bins, shape.hertz);
  const outputs = new Float32Array((MIX_OUTPUTS.length + 1) * BANDS);
  const [share, gain, dry, push] = [0, 1, 2, 3].map((i) =>
    outputs.subarray(i * BANDS, (i + 1) * BANDS),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  /** Gain that moves a band toward RNNoise; powers are relative to the input. */
  const pushGain = (b: number): number => {
    const attenuation =
      (-Math.max(features[b]!, features[BANDS + b]!) - PUSHED_FROM) / PUSHED_RANGE;
    if (attenuation <= 0) return 1;
    const ofFull = share[b]!;
    const ofLow = 1 - ofFull;
    const full = fullPart[b]!;
    const apart = ofLow * ofLow * lowPart[b]! + ofFull * ofFull * full;
    const estimate = apart + 2 * ofLow * ofFull * alikePart[b]!;
    const ofEstimate = (1 - dry[b]!) * MAX_GAIN * gain[b]!;
    const mixed = ofEstimate * ofEstimate * estimate + dry[b]! * dry[b]! + 1e-6;
    const pushed = Math.min(1, Math.max(MIN_PUSH_GAIN, full / mixed));
    return pushed === 1 ? 1 : Math.exp(PUSH * Math.min(1, attenuation) * Math.log(pushed));
  };
  const guard = createMixGuard(memory, state);
  const limitRumble = createRumbleLimit(shape, rows);
  return (input: Spectrum, low: Spectrum, full: Spectrum): number => {
    extractor.hear(input, low, full);
    inputLayer.run();
    for (let i = 0; i < DENSE; i++) first[i] = Math.max(0, inputLayer.out[i]!);
    ofInput.run();
    ofState.run();
    updateGru(ofInput.out, ofState.out, state);
    outputLayer.run();
    for (let i = 0; i < outputLayer.out.length; i++) outputs[i] = logistic(outputLayer.out[i]!);
    for (let b = 0; b < BANDS; b++) push[b] = pushGain(b);
    const inputWeight = guard();
    const estimateWeight = 1 - inputWeight;
    for (let k = 0; k < shape.bins; k++) {
      const at = band[k]!;
      const upper = part[k]!;
      const under = 1 - upper;
      const dryPart = under * dry[at]! + upper * dry[at + 1]!;
      const pushed = estimateWeight * (under * push[at]! + upper * push[at + 1]!);
      const louder = MAX_GAIN * (under * gain[at]! + upper * gain[at + 1]!);
      rows.share[k] = under * share[at]! + upper * share[at + 1]!;
      rows.gain[k] = pushed * (1 - dryPart) * louder;
      rows.dry[k] = pushed * dryPart + inputWeight;
    }
    limitRumble(low, full, push[0]! * Math.min(1, MAX_GAIN * gain[0]!));
    return inputWeight;
  };
}
