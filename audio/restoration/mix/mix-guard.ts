import { createDenseKernel, type DenseProduct } from "../../nets/dense-kernel.ts";
import { logistic, updateGru } from "../../nets/gated-units.ts";
import type { VectorMemory } from "../../wasm/vector-memory.ts";
import { GUARD_WEIGHTS } from "./guard-weights.ts";
import { layerFloats, readLayers } from "./read-layers.ts";

/** Frames over which the state is averaged and the output interpolated. */
const FRAMES_PER_UPDATE = 4;
const STATE_SIZE = 64;
const UNITS = 24;
const SHAPES = [
  { rows: UNITS, columns: STATE_SIZE },
  { rows: 3 * UNITS, columns: UNITS },
  { rows: 3 * UNITS, columns: UNITS },
  { rows: 1, columns: UNITS },
] as const;

/**
 * Below this value the weight is 0, so that pauses stay silent; above one minus this value it is 1.
 */
const EDGE = 0.06;

const LAYERS = readLayers(GUARD_WEIGHTS, SHAPES);

/** Floats that it allocates in a memory. */
export const guardFloats = (): number => layerFloats(SHAPES);

/**
 * With several speakers, nothing indicates which one to keep. Where the removed part is speech,
 * this small gated network decides, from the state of the mix network, how far the mix returns to
 * the input.
 *
 * @param state of the mix network
 * @returns called after each frame; yields the weight of the input, 0 to 1
 */
export function createMixGuard(memory: VectorMemory, state: Float32Array): () => number {
  const dense = createDenseKernel(memory);
  const meanState = memory.take(STATE_SIZE);
  const first = memory.take(UNITS);
  const units = memory.take(UNITS);
  const [inputLayer, ofInput, ofState, outputLayer] = [meanState, first, units, units].map(
    (from, i) => dense(LAYERS[i]!, from),
  ) as [DenseProduct, DenseProduct, DenseProduct, DenseProduct];
  const sums = new Float32Array(STATE_SIZE);
  let frame = 0;
  let from = 0;
  let to = 0;
  const update = () => {
    for (let i = 0; i < STATE_SIZE; i++) meanState[i] = sums[i]! / FRAMES_PER_UPDATE;
    sums.fill(0);
    inputLayer.run();
    for (let i = 0; i < UNITS; i++) first[i] = Math.max(0, inputLayer.out[i]!);
    ofInput.run();
    ofState.run();
    updateGru(ofInput.out, ofState.out, units);
    outputLayer.run();
    from = to;
    to = Math.min(1, Math.max(0, (logistic(outputLayer.out[0]!) - EDGE) / (1 - 2 * EDGE)));
  };
  return () => {
    if (frame === FRAMES_PER_UPDATE) {
      update();
      frame = 0;
    }
    frame++;
    for (let i = 0; i < STATE_SIZE; i++) sums[i] = sums[i]! + state[i]!;
    return from + ((to - from) * frame) / FRAMES_PER_UPDATE;
  };
}
