import { alignPart, sentencesOf } from "#audio/alignment/align-part.ts";
import { timeLines } from "#audio/alignment/time-lines.ts";
import { spokenCode } from "#audio/speech/languages.ts";
import type { SpeechVoice } from "#audio/speech/speech.ts";
import { splitWords } from "#audio/speech/split-words.ts";
import { type LyricLine, isTimed } from "#core/lyrics/lyrics.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { retimeLine } from "#core/transcript/retime-line.ts";
import { shareLines } from "#core/transcript/share-lines.ts";
import type { TranscriptLine } from "#core/transcript/transcript.ts";
import { alignSound } from "#runtime/audio/speech/align-sound.ts";
import { extractSpeakers } from "./extract-speakers.ts";

export interface AlignedText {
  readonly speakers: readonly string[];
  readonly lines: readonly TranscriptLine[];
  readonly doubtful: boolean;
}

/**
 * Aligns a known text with a recording. Lines with times, as in subtitles, keep them, and only
 * their words are aligned.
 * @param seconds length of the recording
 */
export async function alignText(
  file: File,
  {
    text,
    language,
    seconds,
    voice,
    signal,
    onProgress,
    onLine,
  }: {
    readonly text: string;
    readonly language: string;
    readonly seconds: number;
    readonly voice: Pick<SpeechVoice, "speak"> | null;
    readonly signal: AbortSignal;
    readonly onProgress: (done: number | null) => void;
    readonly onLine: (line: TranscriptLine) => void;
  },
): Promise<AlignedText> {
  const align = alignSound(file, signal);
  const { speakers, lines } = extractSpeakers(readLyrics(text).lines);
  if (lines.length > 0 && lines.every(({ line }) => isTimed(line))) {
    const timed: TranscriptLine[] = [];
    for (const [at, { line, speaker }] of lines.entries()) {
      signal.throwIfAborted();
      onProgress(at / lines.length);
      const from = Math.min(seconds, line.from!);
      const to = Math.min(seconds, line.to ?? lines[at + 1]?.line.from ?? seconds);
      const part = { start: from, end: Math.max(from, to), text: line.text, finished: true };
      const own = line.words.length > 0 ? { ...part, words: line.words } : part;
      for (const made of await alignPart(own, language, { align, voice, signal })) {
        timed.push({ ...made, speaker });
        onLine(timed.at(-1)!);
      }
    }
    return { speakers, lines: timed, doubtful: false };
  }
  // Each sentence becomes a line, so that paragraphs of a script are divided, too.
  const sentences = lines.flatMap(({ line, speaker }) =>
    sentencesOf(wholeLine(line.text), language).map((own) => ({ line: own, speaker })),
  );
  const code = spokenCode(language);
  if (!voice || code === null)
    return {
      speakers,
      doubtful: false,
      lines: shareLines(
        sentences.map(({ line, speaker }) => ({ ...line, speaker })),
        seconds,
      ),
    };
  const found = await timeLines(
    sentences.map(({ line }) => ({ ...line, from: null, to: null })),
    { voice, align, language: code, signal, onProgress },
  );
  let last = 0;
  const timed = found.lines.map((line: LyricLine, at): TranscriptLine => {
    const from = line.from ?? last;
    last = line.to ?? from;
    return { text: line.text, words: line.words, from, to: last, speaker: sentences[at]!.speaker };
  });
  return { speakers, lines: timed, doubtful: found.isUnlike };
}

/** A line with words that have no times yet. */
const wholeLine = (text: string): TranscriptLine =>
  retimeLine({ text, from: 0, to: 0, words: [], speaker: null }, text, splitWords(text));
