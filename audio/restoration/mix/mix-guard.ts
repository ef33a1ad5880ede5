import { createDenseKernel, type DenseProduct } from "../../nets/dense-kernel.ts";
import { logistic, remember } from "../../nets/gated-units.ts";
import type { VectorMemory } from "../../wasm/vector-memory.ts";
import { GUARD_WEIGHTS } from "./guard-weights.ts";
import { layerFloats, readLayers } from "./read-layers.ts";

/** Frames of which it hears the mean, and over which it goes to what it then says. */
const EVERY = 4;
const HEARD = 64;
const UNITS = 24;
const SHAPES = [
  { rows: UNITS, columns: HEARD },
  { rows: 3 * UNITS, columns: UNITS },
  { rows: 3 * UNITS, columns: UNITS },
  { rows: 1, columns: UNITS },
] as const;

/** Below it nothing is led back, so that pauses stay silent; as far from the top all is. */
const EDGE = 0.06;

const LAYERS = readLayers(GUARD_WEIGHTS, SHAPES);

/** Numbers that it takes of a memory. */
export const guardFloats = (): number => layerFloats(SHAPES);

/**
 * Nothing tells who is to stay where others speak, too. So where what would go is speech, the mixture is
 * led back to the input, however far a small gated net says that hears the state of the one that mixes.
 *
 * @param state of the net that mixes
 * @returns called after each frame: how far that frame is led back, 0 to 1
 */
export function createMixGuard(memory: VectorMemory, state: Float32Array): () => number {
  const dense = createDenseKernel(memory);
  const heard = memory.take(HEARD);
  const first = memory.take(UNITS);
  const units = memory.take(UNITS);
  const [hear, ofInput, ofState, say] = [heard, first, units, units].map((from, i) =>
    dense(LAYERS[i]!, from),
  ) as [DenseProduct, DenseProduct, DenseProduct, DenseProduct];
  const sums = new Float32Array(HEARD);
  let frame = 0;
  let from = 0;
  let to = 0;
  const listen = () => {
    for (let i = 0; i < HEARD; i++) heard[i] = sums[i]! / EVERY;
    sums.fill(0);
    hear.run();
    for (let i = 0; i < UNITS; i++) first[i] = Math.max(0, hear.out[i]!);
    ofInput.run();
    ofState.run();
    remember(ofInput.out, ofState.out, units);
    say.run();
    from = to;
    to = Math.min(1, Math.max(0, (logistic(say.out[0]!) - EDGE) / (1 - 2 * EDGE)));
  };
  return () => {
    if (frame === EVERY) {
      listen();
      frame = 0;
    }
    frame++;
    for (let i = 0; i < HEARD; i++) sums[i] = sums[i]! + state[i]!;
    return from + ((to - from) * frame) / EVERY;
  };
}
