import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ToolkitError } from "#core/errors/errors.ts";
import { type CodeLayers, isInOver } from "../../files/code-layers.ts";

interface BundleLocation {
  readonly file?: string;
  readonly line: number;
  readonly column: number;
}

/** The location that the bundler draws into its message for a syntax error. */
function locationIn(message: string): BundleLocation | undefined {
  const [, file, line, column] =
    /\u256d\u2500\[ ([^\u256d\n]+?):(\d+):(\d+) \]/.exec(stripVTControlCharacters(message)) ?? [];
  return file === undefined
    ? undefined
    : { file: path.resolve(file), line: Number(line), column: Number(column) - 1 };
}

/**
 * The message of a single error without the code frame that the bundler appends: the problem
 * renderer
 * shows its own.
 */
function withoutDrawing(words: string): string {
  const single = words.replace(/^Build failed with 1 error:\s*/, "");
  const lines = single.split("\n");
  const top = lines.findIndex((line) => line.includes("\u256d\u2500["));
  if (top < 0 || single.startsWith("Build failed with ")) return words;
  const drawn = lines.slice(top);
  const hint = drawn.findIndex((line) => /^\s*\u2502\s*(Help|Note): /.test(line));
  const hints = (hint < 0 ? [] : drawn.slice(hint)).filter((line) => /^\s*\u2502 /.test(line));
  return [...lines.slice(0, top), ...hints.map((line) => line.replace(/^\s*\u2502 /, ""))]
    .join("\n")
    .trim();
}

/** The bundler's message, with paths relative to the code layers. */
export function describeBundleError(error: unknown, layers: CodeLayers): ToolkitError {
  const { runtime, over } = layers;
  const base = path.dirname(runtime);
  const {
    message,
    loc: givenLocation,
    id,
  } = error as Error & { loc?: BundleLocation; id?: string };
  const loc = givenLocation ?? locationIn(message);
  const file = loc?.file ?? id;
  const shown = file && path.relative(isInOver(layers, file) ? over! : base, file);
  const isDrawn =
    loc !== undefined && file !== undefined && (over === null || isInOver(layers, file));
  const prefix =
    shown && !isDrawn ? `${shown}${loc ? `:${loc.line}:${loc.column + 1}` : ""}: ` : "";
  const words = stripVTControlCharacters(message)
    .replace(/^Stack backtrace:\n(\s+(\d+: |at ).*\n?)+/gm, "")
    .replace(/^[ \t]+at .*\n?/gm, "");
  const detail = [base, over].reduce<string>(
    (text, folder) => (folder === null ? text : text.replaceAll(`${folder}/`, "")),
    prefix + (isDrawn ? withoutDrawing(words.trim()) : words.trim()),
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
