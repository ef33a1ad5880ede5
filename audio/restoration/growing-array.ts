/** An array of numbers that grows on demand. */
export interface GrowingArray {
  /** The whole array, zero-filled, long enough to contain `index`. */
  values(index: number): Float32Array;
}

/** @param expected initial capacity; avoids copying while the array grows */
export function createGrowingArray(expected = 0): GrowingArray {
  let values = new Float32Array(Math.max(1024, expected));
  return {
    values(index) {
      if (index >= values.length) {
        const larger = new Float32Array(2 * index);
        larger.set(values);
        values = larger;
      }
      return values;
    },
  };
}
