import path from "node:path";
import type { Location, Problem } from "#core/errors/errors.ts";
import { LINK } from "./to-entry.ts";
import { readText } from "../../files/files.ts";
import { locate, splitFrontMatter } from "./front-matter.ts";

/** Adds line and column to problems that name a field or a text of a file. */
export function locateProblems(root: string, problems: readonly Problem[]): Problem[] {
  return problems.map((found) => {
    const { location } = found;
    if (!location || (location.field === undefined && location.text === undefined)) return found;
    return { ...found, location: toLocation(root, location) };
  });
}

function toLocation(root: string, { file, field, text }: Location): Location {
  const source = readText(path.join(root, file));
  if (source === undefined) return { file };
  if (text !== undefined) {
    // Look for a whole link target first: "/cut" must not match "/cutter".
    const link = [...source.matchAll(LINK)].find(([, href]) => href === text);
    const target = source.indexOf(`](${text}`);
    const at = link
      ? link.index + link[0].length - text.length
      : target >= 0
        ? target + 2
        : source.indexOf(text);
    if (at < 0) return { file };
    const before = source.slice(0, at).split("\n");
    return { file, line: before.length, column: before.at(-1)!.length + 1 };
  }
  const split = splitFrontMatter(source, file);
  return "code" in split ? { file } : locate(split, file, field ?? []);
}
