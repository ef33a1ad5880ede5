import { fromBase64 } from "../encoding/base64.ts";
import { BAND_INPUTS, BANDS, bandEdges } from "./band-features.ts";
import { BAND_WEIGHTS } from "./band-weights.ts";
import {
  createDenseKernel,
  denseFloats,
  type DenseLayer,
  type DenseProduct,
} from "../nets/dense-kernel.ts";
import { updateGru } from "../nets/gated-units.ts";
import { SOURCES } from "./mask-net.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";

/** Units of the dense layer and of the recurrent layer. */
const DENSE = 112;
const UNITS = 128;
const SHAPES = [
  { rows: DENSE, columns: BAND_INPUTS },
  { rows: 3 * UNITS, columns: DENSE },
  { rows: 3 * UNITS, columns: UNITS },
  { rows: BANDS * SOURCES.length, columns: DENSE + UNITS },
] as const;

/** Layers, and mean and scale for the normalization of the inputs. */
function readWeights(): { layers: DenseLayer[]; scales: Float32Array; means: Float32Array } {
  const bytes = fromBase64(BAND_WEIGHTS);
  const count = SHAPES.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  const whole = new Int8Array(bytes.buffer, 0, count);
  const numbers = new Float32Array(bytes.slice(count).buffer);
  let [byte, number] = [0, 0];
  const take = (length: number) => numbers.subarray(number, (number += length));
  const layers = SHAPES.map(({ rows, columns }): DenseLayer => {
    const steps = whole.subarray(byte, (byte += rows * columns));
    const [scales, biases] = [take(rows), take(rows)];
    const weights = Float32Array.from(steps, (step, i) => step * scales[Math.floor(i / columns)]!);
    return { weights, biases, columns };
  });
  return { layers, scales: take(BAND_INPUTS), means: take(BAND_INPUTS) };
}

/** Bins (`end` is exclusive) between the centers of a band and the next one. */
interface BinRange {
  readonly band: number;
  readonly first: number;
  readonly end: number;
}

/** Interpolation of bins between the centers of bands. */
function interpolateBands(
  bins: number,
  hertz: number,
): { stretches: BinRange[]; parts: Float32Array } {
  const middles = bandEdges(bins, hertz).map(({ low, high }) => (low + high) / 2);
  const ranges: BinRange[] = [];
  const parts = new Float32Array(bins);
  for (let k = 0, band = 0; k < bins; band++) {
    const first = k;
    const [below, above] = [middles[band]!, middles[band + 1]!];
    while (k < bins && (band === BANDS - 2 || above >= k * hertz)) k++;
    for (let at = first; at < k; at++)
      parts[at] = Math.min(1, Math.max(0, (at * hertz - below) / (above - below)));
    if (k > first) ranges.push({ band, first, end: k });
  }
  return { stretches: ranges, parts };
}

/** Floats that it allocates in a memory. */
export const bandNetFloats = (): number =>
  SHAPES.reduce((sum, { rows, columns }) => sum + denseFloats(rows, columns) + columns + 4, 0);

/**
 * A gated recurrent network over the band features of consecutive frames. Fills one row per source
 * with log ratios (up to a common constant), interpolated between band centers.
 * @param rows one value per bin, in the order of the sources
 */
export function createBandNet(
  memory: VectorMemory,
  rows: readonly Float32Array[],
  hertz: number,
): (features: Float32Array) => void {
  const { layers, scales, means } = readWeights();
  const dense = createDenseKernel(memory);
  const input = memory.take(BAND_INPUTS);
  const both = memory.take(DENSE + UNITS);
  const [first, state] = [both.subarray(0, DENSE), both.subarray(DENSE)];
  const products = [input, first, state, both].map((from, i) => dense(layers[i]!, from));
  const [inputLayer, ofInput, ofState, logs] = products as [
    DenseProduct,
    DenseProduct,
    DenseProduct,
    DenseProduct,
  ];
  const { stretches, parts } = interpolateBands(rows[0]!.length, hertz);
  return (features) => {
    for (let i = 0; i < BAND_INPUTS; i++) input[i] = scales[i]! * (features[i]! - means[i]!);
    inputLayer.run();
    for (let i = 0; i < DENSE; i++) first[i] = Math.max(0, inputLayer.out[i]!);
    ofInput.run();
    ofState.run();
    updateGru(ofInput.out, ofState.out, state);
    logs.run();
    for (const [source, row] of rows.entries())
      for (const { band, first: low, end } of stretches) {
        const at = SOURCES.length * band + source;
        const below = logs.out[at]!;
        const step = logs.out[at + SOURCES.length]! - below;
        for (let k = low; k < end; k++) row[k] = below + parts[k]! * step;
      }
  };
}
