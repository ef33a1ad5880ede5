import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { requireFree } from "../output/output-path.ts";
import { nameResults } from "../result-names.ts";

/** Formats of charts that are written to files, with their endings. */
const ENDINGS = { midi: "mid", musicxml: "musicxml", ultrastar: "txt" } as const;
export type ChartFormat = keyof typeof ENDINGS;

export interface ChartFile {
  readonly format: ChartFormat;
  readonly file: string;
}

/**
 * Files that are written for each input.
 * @throws {ToolkitError} if there is no folder for them, or one would replace another file
 */
export function planCharts(
  files: readonly string[],
  {
    out,
    force = false,
    ...options
  }: { readonly out?: string; readonly force?: boolean } & Partial<Record<ChartFormat, boolean>>,
): ReadonlyMap<string, readonly ChartFile[]> {
  const formats = (Object.keys(ENDINGS) as ChartFormat[]).filter((format) => options[format]);
  if (formats.length > 0 && out === undefined)
    throw usage("Where to? Name a folder for the files with --out.");
  if (formats.length === 0 && out !== undefined)
    throw usage("What to write to the folder? Add --midi, --musicxml or --ultrastar.");
  const named = formats.map((format) =>
    nameResults(
      files,
      files.map(() => ENDINGS[format]),
    ),
  );
  const planned = files.map((input, at): [string, readonly ChartFile[]] => [
    input,
    formats.map((format, i) => ({ format, file: path.join(out!, named[i]![at]!) })),
  ]);
  requireFree(
    files,
    planned.flatMap(([, outputs]) => outputs.map(({ file }) => file)),
    force,
  );
  return new Map(planned);
}

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });
