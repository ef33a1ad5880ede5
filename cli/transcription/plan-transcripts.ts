import path from "node:path";
import { TEXT_FORMATS, type TextFormat } from "#core/transcript/save/write-transcript.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { nameRecordings, type Recording } from "./find-recordings.ts";

/** Formats of the terminal: engines write no chapters. */
const TRANSCRIPT_FORMATS = TEXT_FORMATS.filter((format) => format !== "chapters");

/** A recording and the files that its transcript is written to. */
export interface TranscriptJob {
  readonly input: string;
  /** Path of its results below the output folder, without an extension. */
  readonly name: string;
  readonly outputs: readonly { readonly format: TextFormat; readonly file: string }[];
}

/** @throws {ToolkitError} OUTPUT_FORMAT_UNKNOWN, USAGE */
export function parseFormats(list: string): readonly TextFormat[] {
  if (list === "all") return TRANSCRIPT_FORMATS;
  const names = list.split(",").map((name) => name.trim().toLowerCase());
  const known = TRANSCRIPT_FORMATS.join(", ");
  return [...new Set(names)].map((name) => {
    const format = TRANSCRIPT_FORMATS.find((one) => one === name);
    if (!format)
      throw new ToolkitError("OUTPUT_FORMAT_UNKNOWN", { name, known, option: "--formats" });
    return format;
  });
}

/** Names results: no two recordings have one in common, whatever the case of their letters. */
export function planTranscripts(
  recordings: readonly Recording[],
  out: string,
  formats: readonly TextFormat[],
): readonly TranscriptJob[] {
  const names = nameRecordings(
    recordings,
    recordings.map(() => "txt"),
  );
  return recordings.map((recording, at) => {
    const name = names[at]!.slice(0, -".txt".length);
    const outputs = formats.map((format) => ({
      format,
      file: path.join(out, `${name}.${format}`),
    }));
    return { input: recording.input, name, outputs };
  });
}
