import type { MediaError, MediaProblem } from "../../audio/media/media-error.ts";
import type { Note } from "../../audio/media/notes.ts";
import type { Problem } from "../../core/errors.ts";
import { problem, ToolkitError } from "../../core/errors.ts";

type Params = MediaError["params"];

/** What is wrong with a file, for who called the command. */
export function errorOfMedia(error: MediaError, file: string): ToolkitError {
  return ERRORS[error.problem](file, error.params, { cause: error.cause });
}

const damaged = (detail: string) => (file: string, _: Params, options: object) =>
  new ToolkitError("AUDIO_DAMAGED", { file, detail }, options);

const ERRORS: Readonly<
  Record<MediaProblem, (file: string, params: Params, options: object) => ToolkitError>
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
  noAudio: (file) => new ToolkitError("AUDIO_MISSING", { file }),
};

const WARNINGS = {
  cutOff: "AUDIO_CUT_OFF",
  short: "AUDIO_SHORT",
  clipped: "AUDIO_CLIPPED",
  notNumbers: "AUDIO_NOT_NUMBERS",
} as const satisfies Readonly<Record<Note, string>>;

/** What is to be said of a file that was worked on. */
export const warningOfNote = (note: Note, file: string): Problem =>
  problem(WARNINGS[note], { file }, undefined, "warning");
