import { cuesOf } from "#core/transcript/save/cues.ts";
import { writeSrt, writeVtt } from "#core/transcript/save/subtitles.ts";
import type { TranscriptLine } from "#core/transcript/transcript.ts";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { NARRATION_LUFS } from "#audio/narration/speaker.ts";
import { readMarks } from "#audio/narration/text/marks.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { MakeOptions } from "#runtime/panel-kit/save/use-rendering.ts";
import { createMemorySink } from "#runtime/contract/sinks/memory-sink.ts";
import type { CurrentSentence } from "./current-sentence.ts";

/** Formats of saved speech: sound, sound with chapters, or subtitles. */
export const SPEECH_FORMATS = ["mp3", "m4b", "wav16", "m4a", "opus", "flac"] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

export interface SavedSpeech {
  /** File name without extension. */
  readonly name: string;
  readonly chapters: readonly string[];
  readonly file: File;
  readonly sentences: readonly CurrentSentence[];
}

/** The chapters with their start in seconds. */
function startsOf({ chapters, sentences }: SavedSpeech) {
  return chapters.flatMap((title, at) => {
    const first = sentences.find(({ chapter }) => chapter === at);
    return first ? [{ start: first.from, title }] : [];
  });
}

/** Writes the sound at −19 LUFS, with chapters if there are several. */
export async function writeSpeech(
  speech: SavedSpeech,
  format: SpeechFormat,
  { signal, onProgress }: MakeOptions,
): Promise<File> {
  const output: OutputFormat = format === "m4b" ? "m4a" : format;
  const sound = createMemorySink();
  const engine = sharedEngine();
  await engine.run(
    {
      effect: "volume",
      file: speech.file,
      values: { mode: "loudness", gain: 0, loudness: NARRATION_LUFS, limiter: true, ceiling: -1 },
      output,
      chapters: format === "m4b" || speech.chapters.length > 1 ? startsOf(speech) : [],
    },
    { signal, sink: sound.sink, onProgress: (part) => onProgress(part ?? 0) },
  );
  const { ending, type } = OUTPUT_FORMATS[output];
  const name = `${speech.name}.${format === "m4b" ? format : ending}`;
  return new File([sound.toBlob()], name, { type });
}

/** The sentences as lines of a transcript, without markup. */
export const linesOf = ({ sentences }: Pick<SavedSpeech, "sentences">): TranscriptLine[] =>
  sentences.flatMap(({ text, from, words }) => {
    const first = words[0];
    if (!first) return [];
    return [
      {
        text: readMarks(text).text,
        from: from + first.from,
        to: from + words.at(-1)!.to,
        speaker: null,
        words: words.map((word) => ({ ...word, from: from + word.from, to: from + word.to })),
      },
    ];
  });

/** Subtitles with the times of the words. */
export function writeSubtitles(speech: SavedSpeech, kind: "srt" | "vtt"): File {
  const cues = cuesOf(linesOf(speech));
  const text = kind === "srt" ? writeSrt(cues, []) : writeVtt(cues, []);
  const type = kind === "srt" ? "application/x-subrip" : "text/vtt";
  return new File([text], `${speech.name}.${kind}`, { type });
}
