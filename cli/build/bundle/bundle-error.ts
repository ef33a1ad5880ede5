import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ToolkitError } from "../../../core/errors/errors.ts";
import type { CodeLayers } from "../../files/code-layers.ts";
import { isInOver } from "../../files/code-layers.ts";

interface Place {
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

/** The place that the bundler has drawn into its message, as it does for faults of syntax. */
function placeIn(message: string): Place | undefined {
  const [, file, line, column] =
    /\u256d\u2500\[ (.+?):(\d+):(\d+) \]/.exec(stripVTControlCharacters(message)) ?? [];
  return file === undefined
    ? undefined
    : { file: path.resolve(file), line: Number(line), column: Number(column) - 1 };
}

/** The bundler's own words, with paths relative to the layers of the code. */
export function describeBundleError(error: unknown, layers: CodeLayers): ToolkitError {
  const { runtime, over } = layers;
  const base = path.dirname(runtime);
  const { message, loc: told, id } = error as Error & { loc?: Place; id?: string };
  const loc = told ?? placeIn(message);
  const file = loc?.file ?? id;
  const shown = file && path.relative(isInOver(layers, file) ? over! : base, file);
  const place = shown ? `${shown}${loc ? `:${loc.line}:${loc.column}` : ""}: ` : "";
  const words = stripVTControlCharacters(message)
    .replace(/^Stack backtrace:\n(\s+(\d+: |at ).*\n?)+/gm, "")
    .replace(/^\s+at .*\n?/gm, "");
  const detail = [base, over].reduce<string>(
    (text, folder) => (folder === null ? text : text.replaceAll(`${folder}/`, "")),
    place + words.trim(),
  );
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
