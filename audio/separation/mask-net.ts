import type { VectorMemory } from "../wasm/vector-memory.ts";
import {
  BINS_PER_ITERATION,
  createMaskKernel,
  type MaskLayer,
  maskLayerFloats,
} from "./mask-kernel.ts";
import { HIDDEN, MASK_WEIGHTS } from "./mask-weights.ts";
import { FEATURES } from "./sound-features.ts";

/** Sources of a mix; each bin is divided among them. */
export const SOURCES = ["vocals", "drums", "bass", "guitar", "piano", "other"] as const;
export type SourceName = (typeof SOURCES)[number];

/** Ratios of the sources, one value per bin; they sum to 1. */
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

/** Floats that it allocates in a memory. */
export const maskNetFloats = (bins: number): number =>
  maskLayerFloats(LAYER) + 2 * SOURCES.length * (bins + 2 * BINS_PER_ITERATION);

export interface MaskNet {
  /** Log ratios from the band network, one row per source; input. */
  readonly rough: readonly Float32Array[];
  run(): Shares;
}

/**
 * A network with one hidden layer that is applied to each bin separately: from its features and
 * rough ratios to the source ratios. Trained on rendered songs with known stems
 * (`bench/audio/separation`).
 * @param features rows in the memory, evenly spaced
 */
export function createMaskNet(memory: VectorMemory, features: readonly Float32Array[]): MaskNet {
  const bins = features[0]!.length;
  const takeRow = () => memory.take(bins + BINS_PER_ITERATION).subarray(0, bins);
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
