/** Numbers that become more. */
export interface Series {
  /** All of them, zeros where none were put, with room for number `place`. */
  values(place: number): Float32Array;
}

export function createSeries(): Series {
  let values = new Float32Array(1024);
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
