/**
 * The nth largest value (Hoare's selection), in time proportional to the number of values.
 * @param scratch as long as `values`; overwritten
 */
export function nthLargest(values: Float64Array, n: number, scratch: Float64Array): number {
  scratch.set(values);
  let [low, high] = [0, values.length - 1];
  const at = n - 1;
  while (low < high) {
    const pivot = scratch[(low + high) >> 1]!;
    let [i, j] = [low, high];
    while (i <= j) {
      while (scratch[i]! > pivot) i++;
      while (scratch[j]! < pivot) j--;
      if (i <= j) {
        const held = scratch[i]!;
        scratch[i++] = scratch[j]!;
        scratch[j--] = held;
      }
    }
    if (at <= j) high = j;
    else if (at >= i) low = i;
    else break;
  }
  return scratch[at]!;
}
