import fs from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Location } from "#core/errors/errors.ts";
import { exists, readText } from "../../files/files.ts";

/** A stack frame. Line and column are 1-based. */
export interface Frame {
  /** A path, or a URL for code that ran in a browser. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const FRAME =
  /^(?:.*\(|[^@]*@|.*?\bat (?:async )?)?((?:[a-z]+:\/\/|\/|[A-Z]:\\)[^\s()]*?):(\d+):(\d+)\)?$/;

/** Parses the stack formats of V8, Firefox and Safari; innermost frame first. */
export const framesOf = (stack: string): Frame[] =>
  stack.split("\n").flatMap((text) => {
    const [, file, line, column] = FRAME.exec(text) ?? [];
    return file === undefined ? [] : [{ file, line: Number(line), column: Number(column) }];
  });

/** Maps an output location to its source; undefined if the source map has no entry for it. */
export function originOf(
  map: object,
  { line, column }: Pick<Frame, "line" | "column">,
): (Pick<Frame, "line" | "column"> & { readonly source: string }) | undefined {
  const found = new SourceMap(map as ConstructorParameters<typeof SourceMap>[0]).findEntry(
    line - 1,
    column - 1,
  );
  if (!("originalSource" in found)) return undefined;
  const { originalSource: source, originalLine, originalColumn } = found;
  return { source, line: originalLine + 1, column: originalColumn + 1 };
}

/**
 * Source location at which the site's code threw while rendering: the innermost frame outside
 * packages.
 * @param bundle the server bundle file, next to its source map
 * @param root base folder of the returned path
 */
export function thrownLocation(error: unknown, bundle: string, root: string): Location | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const frames = framesOf(stack).filter(({ file }) => pathOf(file) === bundle);
  const text = frames.length > 0 ? readText(`${bundle}.map`) : undefined;
  if (text === undefined) return undefined;
  const map = JSON.parse(text) as object;
  for (const frame of frames) {
    const origin = originOf(map, frame);
    if (!origin || /(^|[/\\])node_modules[/\\]|^\0/.test(origin.source)) continue;
    const file = path.resolve(path.dirname(bundle), origin.source);
    const { line, column } = origin;
    return { file: shownFrom(root, file), line, column };
  }
  return undefined;
}

/** The path of a file relative to a site's folder, whose code may be a symbolic link. */
function shownFrom(root: string, file: string): string {
  const link = path.join(root, "runtime");
  const code = exists(link) ? fs.realpathSync(link) : link;
  const inside = path.relative(code, file);
  const from = inside.startsWith("..") ? path.relative(root, file) : path.join("runtime", inside);
  return from.split(path.sep).join("/");
}

/** The path of a frame's module. */
export function pathOf(file: string): string {
  const plain = file.replace(/\?.*/s, "");
  return plain.startsWith("file:") ? fileURLToPath(plain) : plain;
}
