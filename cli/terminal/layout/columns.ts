import type { Column } from "../../account/records.ts";

const GAP = 2;

/** A column with its width on the screen. */
export interface Placed<Row> {
  readonly column: Column<Row>;
  readonly width: number;
  readonly show: (row: Row) => string;
}

/**
 * Divides a width among columns: optional columns are hidden first, then columns are shortened;
 * remaining
 * space goes to columns that can grow.
 */
export function layOutColumns<Row>(
  columns: readonly Column<Row>[],
  width: number,
): readonly Placed<Row>[] {
  let chosen = [...columns];
  const sumOf = (widths: readonly number[]) =>
    widths.reduce((sum, each) => sum + each, GAP * (widths.length - 1));
  const narrowest = () => sumOf(chosen.map(({ min }) => min));
  while (narrowest() > width && chosen.some(({ spare }) => spare > 0)) {
    const maxSpare = Math.max(...chosen.map(({ spare }) => spare));
    chosen = chosen.filter(({ spare }) => spare !== maxSpare);
  }
  const isBrief = narrowest() > width;
  const placed = chosen.map((column) => {
    const { brief } = column;
    return isBrief && brief
      ? { column, width: brief.width, show: brief.show }
      : { column, width: column.min, show: column.show };
  });
  let left = width - sumOf(placed.map((each) => each.width));
  return placed.map((each) => {
    const grown = isBrief && each.column.brief ? 0 : each.column.max - each.column.min;
    const more = Math.max(0, Math.min(left, grown));
    left -= more;
    return { ...each, width: each.width + more };
  });
}

export const COLUMN_GAP = " ".repeat(GAP);
