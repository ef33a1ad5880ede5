const PAGE_BYTES = 65_536;
/** Floats per vector. */
export const LANES = 4;
const VECTOR_BYTES = 4 * LANES;

/** Arrays in one WebAssembly memory that several kernels share. */
export interface VectorMemory {
  readonly memory: WebAssembly.Memory;
  /** Allocates a zeroed, vector-aligned array, padded with zeros to a whole vector. */
  readonly take: (length: number) => Float32Array;
}

/** @param floats total length of the arrays to allocate; add up to 3 for each array */
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
