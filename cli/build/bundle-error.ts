import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ToolkitError } from "../../core/errors.ts";

interface Place {
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The bundler's own words, with paths relative to the site.
 * @param base folder of the code
 */
export function describeBundleError(error: unknown, base: string): ToolkitError {
  const { message, loc, id } = error as Error & { loc?: Place; id?: string };
  const file = loc?.file ?? id;
  const shown = file && path.relative(base, file);
  const place = shown ? `${shown}${loc ? `:${loc.line}:${loc.column}` : ""}: ` : "";
  const words = stripVTControlCharacters(message)
    .replace(/^Stack backtrace:\n(^ +\d+: .*\n?)+/gm, "")
    .replace(/^\s+at .*\n?/gm, "");
  const detail = (place + words.trim()).replaceAll(`${base}/`, "");
  return new ToolkitError(
    "BUNDLE_FAILED",
    { detail },
    {
      cause: error,
      ...(shown && {
        location: { file: shown, ...(loc && { line: loc.line, column: loc.column + 1 }) },
      }),
    },
  );
}
