import { writeLrc } from "../../lyrics/write-lrc.ts";
import { cuesOf } from "./cues.ts";
import { DOCX_TYPE, docxFiles } from "./docx.ts";
import { writeSrt, writeVtt } from "./subtitles.ts";
import { writeChapters, writeJson, writeMarkdown, writeText } from "./texts.ts";
import { transcriptOfCut } from "../sound-cuts.ts";
import { type Transcript, uncutLines } from "../transcript.ts";

/** Formats of saved transcripts in display order. */
export const TEXT_FORMATS = ["txt", "docx", "srt", "vtt", "md", "lrc", "json", "chapters"] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** A transcript without its cuts. @param ofCut whether its times are those of the cut recording */
export function uncutTranscript(transcript: Transcript, ofCut: boolean): Transcript {
  const lines = uncutLines(transcript);
  return ofCut ? transcriptOfCut(transcript, lines) : { ...transcript, lines };
}

/** Files of an archive, and what makes its bytes of them. */
export type Zip = (
  files: readonly { readonly name: string; readonly input: string }[],
) => Promise<Uint8Array<ArrayBuffer>>;

export interface WriteOptions {
  /** Name of the recording. */
  readonly title: string;
  /** Title of the chapter before the first named one. */
  readonly first: string;
  /** Makes the archive that a DOCX is. */
  readonly zip: Zip;
}

/** The content of a file with a transcript, and its media type. */
export interface WrittenTranscript {
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** Writes a transcript in a format. */
export async function writeTranscript(
  transcript: Transcript,
  format: TextFormat,
  { title, first, zip }: WriteOptions,
): Promise<WrittenTranscript> {
  const { lines, speakers } = transcript;
  const text = (content: string, type = "text/plain"): WrittenTranscript => ({
    content,
    type: `${type};charset=utf-8`,
  });
  if (format === "docx")
    return { content: await zip(docxFiles(transcript, title)), type: DOCX_TYPE };
  if (format === "srt") return text(writeSrt(cuesOf(lines), speakers), "application/x-subrip");
  if (format === "vtt") return text(writeVtt(cuesOf(lines), speakers), "text/vtt");
  if (format === "md") return text(writeMarkdown(transcript, title), "text/markdown");
  if (format === "json") return text(writeJson(transcript), "application/json");
  if (format === "lrc") return text(writeLrc(lines, { title, byWord: true }));
  if (format === "chapters") return text(writeChapters(transcript, first));
  return text(writeText(transcript));
}
