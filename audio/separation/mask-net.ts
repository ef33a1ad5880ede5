import type { VectorMemory } from "../wasm/vector-memory.ts";
import { BINS_AT_ONCE, createMaskKernel, type MaskLayer, maskLayerFloats } from "./mask-kernel.ts";
import { HIDDEN, MASK_WEIGHTS } from "./mask-weights.ts";
import { FEATURES } from "./sound-features.ts";

/** What a mix is thought to be made of; every bin is shared among them. */
export const SOURCES = ["vocals", "drums", "bass", "guitar", "piano", "other"] as const;
export type SourceName = (typeof SOURCES)[number];

/** Shares of the sources, a number a bin each, which add up to 1. */
export type Shares = Readonly<Record<SourceName, Float32Array>>;

function readWeights(): MaskLayer {
  const [known, outputs] = [FEATURES.length, SOURCES.length];
  const perUnit = known + outputs + 1 + outputs;
  const all = Array.from(MASK_WEIGHTS);
  const units = Array.from({ length: HIDDEN }, (_, j) => {
    const own = all.slice(j * perUnit, (j + 1) * perUnit);
    return {
      features: own.slice(0, known),
      rough: own.slice(known, known + outputs),
      bias: own[known + outputs]!,
      sources: own.slice(known + outputs + 1),
    };
  });
  return { units, biases: all.slice(HIDDEN * perUnit) };
}

const LAYER = readWeights();

/** Numbers that it takes of a memory. */
export const maskNetFloats = (bins: number): number =>
  maskLayerFloats(LAYER) + 2 * SOURCES.length * (bins + 2 * BINS_AT_ONCE);

export interface MaskNet {
  /** Logarithms of the shares as the net of bands has them, a row a source, to be filled. */
  readonly rough: readonly Float32Array[];
  run(): Shares;
}

/**
 * A net of one hidden layer for each bin by itself, fitted on rendered songs whose stems are known
 * (`bench/audio/separation`): from what is known of the bin, and rough shares, to the shares of the sources.
 * @param features rows in the memory, as far from each other as the first two
 */
export function createMaskNet(memory: VectorMemory, features: readonly Float32Array[]): MaskNet {
  const bins = features[0]!.length;
  const takeRow = () => memory.take(bins + BINS_AT_ONCE).subarray(0, bins);
  const [rough, rows] = [SOURCES.map(takeRow), SOURCES.map(takeRow)];
  const run = createMaskKernel(memory, LAYER, { features, rough, shares: rows });
  const shares = Object.fromEntries(SOURCES.map((name, i) => [name, rows[i]!])) as Shares;
  return {
    rough,
    run() {
      run();
      return shares;
    },
  };
}
