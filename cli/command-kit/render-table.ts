import { displayWidth } from "../text/display-width.ts";

/**
 * Renders an aligned table with headings for a terminal, or only the rows, with tab-separated
 * cells, for
 * other programs.
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
