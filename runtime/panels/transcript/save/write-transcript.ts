import { writeLrc } from "#core/lyrics/write-lrc.ts";
import { cuesOf } from "#core/transcript/save/cues.ts";
import { DOCX_TYPE, docxFiles } from "#core/transcript/save/docx.ts";
import { writeSrt, writeVtt } from "#core/transcript/save/subtitles.ts";
import { writeChapters, writeJson, writeMarkdown, writeText } from "#core/transcript/save/texts.ts";
import { transcriptOfCut } from "#core/transcript/sound-cuts.ts";
import { type Transcript, uncutLines } from "#core/transcript/transcript.ts";

/** Formats of saved transcripts in display order. */
export const TEXT_FORMATS = ["txt", "docx", "srt", "vtt", "md", "lrc", "json", "chapters"] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** A transcript without its cuts. @param ofCut whether its times are those of the cut recording */
export function keptTranscript(transcript: Transcript, ofCut: boolean): Transcript {
  const lines = uncutLines(transcript);
  return ofCut ? transcriptOfCut(transcript, lines) : { ...transcript, lines };
}

/**
 * Writes a transcript to a file.
 * @param title name of the recording
 * @param first title of the chapter before the first named one
 */
export async function writeTranscript(
  transcript: Transcript,
  format: TextFormat,
  { title, first }: { readonly title: string; readonly first: string },
): Promise<Blob> {
  const { lines, speakers } = transcript;
  const text = (body: string, type = "text/plain"): Blob =>
    new Blob([body], { type: `${type};charset=utf-8` });
  if (format === "docx") {
    const { downloadZip } = await import("client-zip");
    const bytes = await downloadZip(docxFiles(transcript, title)).arrayBuffer();
    return new Blob([bytes], { type: DOCX_TYPE });
  }
  if (format === "srt") return text(writeSrt(cuesOf(lines), speakers), "application/x-subrip");
  if (format === "vtt") return text(writeVtt(cuesOf(lines), speakers), "text/vtt");
  if (format === "md") return text(writeMarkdown(transcript, title), "text/markdown");
  if (format === "json") return text(writeJson(transcript), "application/json");
  if (format === "lrc") return text(writeLrc(lines, { title, byWord: true }));
  if (format === "chapters") return text(writeChapters(transcript, first));
  return text(writeText(transcript));
}
