import path from "node:path";
import { ToolkitError } from "../../core/errors.ts";

/** What results can be written as. */
export const OUTPUT_FORMATS = {
  wav: { ending: "wav" },
  wav16: { ending: "wav" },
  wav24: { ending: "wav" },
  wav32f: { ending: "wav" },
  flac: { ending: "flac" },
  mp3: { ending: "mp3" },
  m4a: { ending: "m4a" },
  ogg: { ending: "ogg" },
  opus: { ending: "opus" },
} as const;
export type OutputFormat = Exclude<keyof typeof OUTPUT_FORMATS, "wav">;

export const isFormat = (name: string): name is keyof typeof OUTPUT_FORMATS =>
  Object.hasOwn(OUTPUT_FORMATS, name);

/** @throws {ToolkitError} OUTPUT_FORMAT_UNKNOWN */
export function parseFormat(name: string): keyof typeof OUTPUT_FORMATS {
  if (isFormat(name)) return name;
  const known = Object.keys(OUTPUT_FORMATS).join(", ");
  throw new ToolkitError("OUTPUT_FORMAT_UNKNOWN", { name, known });
}

/** Endings that are other names of one that results have. */
const ALIASES: Readonly<Record<string, string>> = { wave: "wav", m4b: "m4a", oga: "ogg" };

/** @returns a format's name, where there is one for it */
function endingOf(file: string): string {
  const ending = path.extname(file).slice(1).toLowerCase();
  return ALIASES[ending] ?? ending;
}

/** The format that a file's name asks for. @throws {ToolkitError} OUTPUT_FORMAT_UNKNOWN */
export const formatOfName = (file: string): keyof typeof OUTPUT_FORMATS =>
  parseFormat(endingOf(file));

/** The format that is like an input: its own where that can be written, else WAV. */
export function formatLike(file: string): keyof typeof OUTPUT_FORMATS {
  const ending = endingOf(file);
  return isFormat(ending) ? ending : "wav";
}

/** Plain WAV as deep as the source is, so that nothing is lost. */
export function resolveFormat(
  format: keyof typeof OUTPUT_FORMATS,
  sourceCodec: string,
): OutputFormat {
  if (format !== "wav") return format;
  if (/^pcm-[fs](32|64)/.test(sourceCodec)) return "wav32f";
  return sourceCodec.startsWith("pcm-s24") || sourceCodec === "flac" ? "wav24" : "wav16";
}
