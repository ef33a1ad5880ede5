const PAGE_BYTES = 65_536;
/** Numbers of a vector. */
export const LANES = 4;
const VECTOR_BYTES = 4 * LANES;

/** Arrays in one WebAssembly memory, on which any number of kernels work. */
export interface VectorMemory {
  readonly memory: WebAssembly.Memory;
  /** An array of zeros, with which a vector begins, and with zeros behind it up to a whole one. */
  readonly take: (length: number) => Float32Array;
}

/** @param floats how many numbers will be taken; up to 3 more for each array */
export function createVectorMemory(floats: number): VectorMemory {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * floats) / PAGE_BYTES) });
  let next = 0;
  return {
    memory,
    take(length) {
      const array = new Float32Array(memory.buffer, next, length);
      next += VECTOR_BYTES * Math.ceil(length / LANES);
      return array;
    },
  };
}
