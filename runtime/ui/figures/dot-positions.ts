/** Room at both ends for the values beside the outermost marks, in percent. */
const MARGIN = 30;

/**
 * Positions on a line in percent, in the order of their values.
 * @param target null for none
 */
export function dotPositions(
  before: number,
  after: number,
  target: number | null,
): { readonly before: number; readonly after: number; readonly target: number | null } {
  const values = target === null ? [before, after] : [before, after, target];
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const at = (value: number): number => MARGIN + ((100 - 2 * MARGIN) * (value - low)) / range;
  return { before: at(before), after: at(after), target: target === null ? null : at(target) };
}
