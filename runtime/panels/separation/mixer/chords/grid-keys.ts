import { nextIndex, wayOf } from "#runtime/ui/menu/menu-keys.ts";

/** Position of a cell in its grid. */
interface CellBox {
  readonly left: number;
  readonly top: number;
}

/**
 * Index of the cell to which a key moves the focus from the cell at `at`: left and right in reading
 * order, up and down to the cell in the next row that begins there or to the left.
 * @returns null if the key does not move the focus
 */
export function cellFor(key: string, cells: readonly CellBox[], at: number): number | null {
  const from = cells[at];
  if (!from) return null;
  const way = wayOf(key, "x", false);
  if (way) return nextIndex(way, at, cells.length);
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const row =
    key === "ArrowDown"
      ? cells.find(({ top }) => top > from.top)
      : cells.findLast(({ top }) => top < from.top);
  if (!row) return at;
  return cells.findLastIndex(({ top, left }) => top === row.top && left <= from.left);
}
