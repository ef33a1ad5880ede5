import { displayWidth } from "../text/display-width.ts";

/**
 * A table for a terminal, with a heading and columns one under the other, or for other programs:
 * the rows alone, their cells separated by tabs.
 */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  padded: boolean,
  align: readonly ("start" | "end")[] = [],
): string {
  if (!padded)
    return rows
      .map((row) => `${row.map((cell) => cell.replace(/\s+/g, " ")).join("\t")}\n`)
      .join("");
  const all = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...all.map((row) => displayWidth(row[column]!))),
  );
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => {
            const space = " ".repeat(widths[column]! - displayWidth(cell));
            return align[column] === "end" ? space + cell : cell + space;
          })
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
