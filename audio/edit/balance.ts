/**
 * Balance: attenuates the opposite channel along an equal-power curve; the other one is unchanged.
 * @param pan −1 (left) to 1 (right)
 */
export function balanceOf(pan: number): readonly [left: number, right: number] {
  const factor = Math.cos((Math.PI / 2) * Math.min(1, Math.abs(pan)));
  return pan > 0 ? [factor, 1] : pan < 0 ? [1, factor] : [1, 1];
}
