/**
 * Factors of both sides: the side that the sound moves from is taken away with equal power, the other stays.
 * @param pan −1 is left, 0 the middle, 1 right
 */
export function balanceOf(pan: number): readonly [left: number, right: number] {
  const factor = Math.cos((Math.PI / 2) * Math.min(1, Math.abs(pan)));
  return pan > 0 ? [factor, 1] : pan < 0 ? [1, factor] : [1, 1];
}
