import { fromBase64 } from "../encoding/base64.ts";
import { BAND_INPUTS, BANDS, bandEdges } from "./band-features.ts";
import { BAND_WEIGHTS } from "./band-weights.ts";
import { SOURCES } from "./mask-net.ts";

/** Units of the first layer, and of the one that remembers. */
const DENSE = 112;
const UNITS = 128;
const SHAPES = [
  { rows: DENSE, columns: BAND_INPUTS },
  { rows: 3 * UNITS, columns: DENSE },
  { rows: 3 * UNITS, columns: UNITS },
  { rows: BANDS * SOURCES.length, columns: DENSE + UNITS },
] as const;

interface Layer {
  readonly weights: Float32Array;
  readonly biases: Float32Array;
  readonly columns: number;
}

/** Layers, and what inputs are multiplied by after their mean was taken off. */
function readWeights(): { layers: Layer[]; scales: Float32Array; means: Float32Array } {
  const bytes = fromBase64(BAND_WEIGHTS);
  const count = SHAPES.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  const whole = new Int8Array(bytes.buffer, 0, count);
  const numbers = new Float32Array(bytes.slice(count).buffer);
  let [byte, number] = [0, 0];
  const take = (length: number) => numbers.subarray(number, (number += length));
  const layers = SHAPES.map(({ rows, columns }): Layer => {
    const steps = whole.subarray(byte, (byte += rows * columns));
    const [scales, biases] = [take(rows), take(rows)];
    const weights = Float32Array.from(steps, (step, i) => step * scales[Math.floor(i / columns)]!);
    return { weights, biases, columns };
  });
  return { layers, scales: take(BAND_INPUTS), means: take(BAND_INPUTS) };
}

/** out = biases + weights · input */
function multiply(
  { weights, biases, columns }: Layer,
  input: Float32Array,
  out: Float32Array,
): void {
  for (let row = 0, at = 0; row < out.length; row++, at += columns) {
    // Four sums, so that none waits for another.
    let [a, b, c, d] = [biases[row]!, 0, 0, 0];
    let i = 0;
    for (; i + 3 < columns; i += 4) {
      a += weights[at + i]! * input[i]!;
      b += weights[at + i + 1]! * input[i + 1]!;
      c += weights[at + i + 2]! * input[i + 2]!;
      d += weights[at + i + 3]! * input[i + 3]!;
    }
    for (; i < columns; i++) a += weights[at + i]! * input[i]!;
    out[row] = a + b + (c + d);
  }
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Puts the new state in place of the old one (Cho 2014, with the reset after the product). */
function remember(ofInput: Float32Array, ofState: Float32Array, state: Float32Array): void {
  for (let i = 0; i < UNITS; i++) {
    const reset = logistic(ofInput[i]! + ofState[i]!);
    const update = logistic(ofInput[UNITS + i]! + ofState[UNITS + i]!);
    const fresh = Math.tanh(ofInput[2 * UNITS + i]! + reset * ofState[2 * UNITS + i]!);
    state[i] = fresh + update * (state[i]! - fresh);
  }
}

/** How a bin lies between the middles of two bands. */
function placesOf(bins: number, hertz: number): { bands: Uint8Array; parts: Float32Array } {
  const middles = bandEdges(bins, hertz).map(({ low, high }) => (low + high) / 2);
  const bands = new Uint8Array(bins);
  const parts = new Float32Array(bins);
  for (let k = 0, band = 0; k < bins; k++) {
    while (band < BANDS - 2 && middles[band + 1]! < k * hertz) band++;
    const part = (k * hertz - middles[band]!) / (middles[band + 1]! - middles[band]!);
    bands[k] = band;
    parts[k] = Math.min(1, Math.max(0, part));
  }
  return { bands, parts };
}

/**
 * A gated recurrent net that hears what is told of the bands of each frame, and of those after it, in
 * order, and remembers. It fills a row a source: logarithms of shares, but for what is the same in all,
 * of the bands, and between their middles in proportion.
 * @param rows a number a bin each, in the order of the sources
 */
export function createBandNet(
  rows: readonly Float32Array[],
  hertz: number,
): (told: Float32Array) => void {
  const { layers, scales, means } = readWeights();
  const [dense, ofInput, ofState, out] = layers as [Layer, Layer, Layer, Layer];
  const input = new Float32Array(BAND_INPUTS);
  const both = new Float32Array(DENSE + UNITS);
  const [first, state] = [both.subarray(0, DENSE), both.subarray(DENSE)];
  const [fromInput, fromState] = [new Float32Array(3 * UNITS), new Float32Array(3 * UNITS)];
  const logs = new Float32Array(BANDS * SOURCES.length);
  const { bands, parts } = placesOf(rows[0]!.length, hertz);
  return (told) => {
    for (let i = 0; i < BAND_INPUTS; i++) input[i] = scales[i]! * (told[i]! - means[i]!);
    multiply(dense, input, first);
    for (let i = 0; i < DENSE; i++) first[i] = Math.max(0, first[i]!);
    multiply(ofInput, first, fromInput);
    multiply(ofState, state, fromState);
    remember(fromInput, fromState, state);
    multiply(out, both, logs);
    for (const [source, row] of rows.entries())
      for (let k = 0; k < row.length; k++) {
        const at = SOURCES.length * bands[k]! + source;
        const below = logs[at]!;
        row[k] = below + parts[k]! * (logs[at + SOURCES.length]! - below);
      }
  };
}
