interface Ranked {
  readonly id: string;
  readonly rank: number;
}

/** Minimum distance of two ranks between which another one fits. */
const MIN_DISTANCE = 1e-6;

/** The rank after all others. */
export const lastRank = (items: readonly Ranked[]): number =>
  items.reduce((max, { rank }) => Math.max(max, rank), 0) + 1;

/**
 * New ranks that move an item to an index.
 * @param items by ascending rank
 * @param to index among the items
 * @returns ranks by id: of the item alone, or of all items if there is no room between two
 */
export function rankAt(
  items: readonly Ranked[],
  id: string,
  to: number,
): ReadonlyMap<string, number> {
  const item = items.find((other) => other.id === id);
  if (!item) return new Map();
  const others = items.filter((other) => other !== item);
  const at = Math.max(0, Math.min(others.length, to));
  if (items.indexOf(item) === at) return new Map();
  const before = others[at - 1]?.rank;
  const after = others[at]?.rank;
  if (before === undefined) return new Map(after === undefined ? [] : [[id, after - 1]]);
  if (after === undefined) return new Map([[id, before + 1]]);
  if (after - before > MIN_DISTANCE) return new Map([[id, (before + after) / 2]]);
  return new Map(others.toSpliced(at, 0, item).map((other, index) => [other.id, index + 1]));
}
