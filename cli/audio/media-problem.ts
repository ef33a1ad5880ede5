import { type MediaProblem, isReadError, MediaError } from "#audio/media/problems/media-error.ts";
import type { Note } from "#audio/media/problems/notes.ts";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";

type Params = MediaError["params"];

/** Maps a read error to an error of the command; other errors stay as they are. */
export function inputFault(error: unknown, file: string): unknown {
  if (error instanceof ToolkitError) return error;
  if (error instanceof MediaError)
    return ERRORS[error.problem](file, error.params, { cause: error.cause });
  if (!isReadError(error)) return error;
  const detail = (error as Error).message;
  return new ToolkitError("INPUT_UNREADABLE", { file, detail }, { cause: error });
}

/** @param detail used if the reader gives no details */
const damaged =
  (detail: string) =>
  (file: string, _: Params, options: { readonly cause?: unknown }): ToolkitError => {
    const message = options.cause instanceof Error ? options.cause.message : detail;
    return new ToolkitError("AUDIO_DAMAGED", { file, detail: message }, options);
  };

const ERRORS: Readonly<
  Record<
    MediaProblem,
    (file: string, params: Params, options: { readonly cause?: unknown }) => ToolkitError
  >
> = {
  empty: (file) => new ToolkitError("AUDIO_EMPTY", { file }),
  noSamples: (file) => new ToolkitError("AUDIO_EMPTY", { file }),
  unreadable: damaged("its structure is broken."),
  damaged: (file, { time }) =>
    new ToolkitError("AUDIO_DAMAGED", { file, detail: `it is broken at ${time}.` }),
  foreign: (file, { kind }) => new ToolkitError("AUDIO_FOREIGN", { file, kind: String(kind) }),
  unsupported: damaged("nothing in it is known."),
  protected: (file) => new ToolkitError("AUDIO_PROTECTED", { file }),
  channels: (file, { channels }) =>
    new ToolkitError("AUDIO_FORMAT", { file, found: `${channels} channels` }),
  rate: (file, { rate }) => new ToolkitError("AUDIO_FORMAT", { file, found: `${rate} Hz` }),
  codec: (file, { codec }) =>
    new ToolkitError("AUDIO_DECODER_MISSING", { file, codec: String(codec) }),
  freeFormat: (file) => new ToolkitError("AUDIO_FREE_FORMAT", { file }),
  picture: (file, { codec }) => new ToolkitError("OUTPUT_PICTURE", { file, codec: String(codec) }),
  noAudio: (file) => new ToolkitError("AUDIO_MISSING", { file }),
};

/** `lossy`: the format is usually lossless. */
export type FileNote = Note | "lossy";

const WARNINGS = {
  cutOff: "AUDIO_CUT_OFF",
  holes: "AUDIO_HOLES",
  softer: "AUDIO_SOFTER",
  mixedDown: "AUDIO_MIXED_DOWN",
  lossy: "AUDIO_LOSSY",
  short: "AUDIO_SHORT",
  clipped: "AUDIO_CLIPPED",
  notNumbers: "AUDIO_NOT_NUMBERS",
  tooQuiet: "AUDIO_TOO_QUIET",
  overload: "AUDIO_OVERLOAD",
} as const satisfies Readonly<Record<FileNote, string>>;

/** The warning for a note about a processed file. */
export const warningOfNote = (
  note: FileNote,
  {
    input: file,
    clippedPeak: peak = 0,
    loudness = 0,
  }: { readonly input: string; readonly clippedPeak?: number; readonly loudness?: number },
): Problem => {
  const params = { file, peak: peak.toFixed(1), loudness: loudness.toFixed(1) };
  return problem(WARNINGS[note], params, undefined, "warning");
};
