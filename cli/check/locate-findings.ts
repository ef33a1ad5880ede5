import path from "node:path";
import type { Location, Problem } from "#core/errors/errors.ts";
import { readText } from "../files/files.ts";
import { locateProblems } from "../build/load/locate-problems.ts";

/**
 * Adds line and column to problems; each file is read once. Fields at the start of a line are found
 * without parsing the YAML, which would take longer than the whole check for thousands of findings.
 */
export function locateFindings(root: string, problems: readonly Problem[]): Problem[] {
  const texts = new Map<string, string>();
  const read = (file: string): string => {
    let text = texts.get(file);
    if (text === undefined) texts.set(file, (text = readText(path.join(root, file)) ?? ""));
    return text;
  };
  return problems.map((found) => {
    const { location } = found;
    if (!location || location.line !== undefined) return found;
    const locatedAt = (at: number): Problem => ({
      ...found,
      location: { file: location.file, ...positionOf(read(location.file), at) },
    });
    if (location.field?.length === 1) {
      const value = new RegExp(`^${String(location.field[0])}:[ \\t]*`, "m").exec(
        read(location.file),
      );
      if (value) return locatedAt(value.index + value[0].length);
    }
    return location.field === undefined && location.text === undefined
      ? found
      : locateProblems(root, [found])[0]!;
  });
}

/** 1-based line and column of an offset. */
export function positionOf(text: string, at: number): Required<Pick<Location, "line" | "column">> {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end < at; end = text.indexOf("\n", start)) {
    line++;
    start = end + 1;
  }
  return { line, column: at - start + 1 };
}
