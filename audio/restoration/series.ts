/** Numbers that become more. */
export interface Series {
  /** All of them, zeros where none were put, with room for number `place`. */
  values(place: number): Float32Array;
}

/** @param expected numbers: where they are known, nothing is copied as they become more */
export function createSeries(expected = 0): Series {
  let values = new Float32Array(Math.max(1024, expected));
  return {
    values(place) {
      if (place >= values.length) {
        const larger = new Float32Array(2 * place);
        larger.set(values);
        values = larger;
      }
      return values;
    },
  };
}
