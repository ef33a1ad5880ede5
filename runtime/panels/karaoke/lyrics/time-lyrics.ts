import type { Alignment } from "../../../../audio/alignment/align-words.ts";
import { readLines } from "../../../../audio/alignment/read-lines.ts";
import type { SpeechVoice } from "../../../../audio/speech/speech.ts";
import type { LyricLine, LyricWord } from "../../../../core/lyrics/lyrics.ts";
import type { Engine } from "../../../audio/engine-types.ts";

/** Mean distance of the words from which they are likely not those that are sung. */
const FAR = 0.68;

export interface TimedLyrics {
  readonly lines: readonly LyricLine[];
  /** Whether the words are unlike what is sung. */
  readonly isUnlike: boolean;
}

/**
 * Gives lines the times at which they are sung.
 * @param vocals the voice of the song
 * @param language code of a locale
 */
export async function timeLyrics(
  lines: readonly LyricLine[],
  {
    voice,
    engine,
    vocals,
    language,
    signal,
    onProgress,
  }: {
    readonly voice: Pick<SpeechVoice, "speak">;
    readonly engine: Pick<Engine, "align">;
    readonly vocals: Blob;
    readonly language: string;
    readonly signal: AbortSignal;
    /** @param done 0 to 1; null while it cannot be known */
    readonly onProgress: (done: number | null) => void;
  },
): Promise<TimedLyrics> {
  const { reading, words, places } = await readLines(
    voice,
    lines.map(({ text }) => text),
    language,
    (done) => {
      signal.throwIfAborted();
      onProgress(done / lines.length / 2);
    },
  );
  const found = await engine.align(
    { file: vocals, reading, words },
    { signal, onProgress: (done) => onProgress(done === null ? null : (1 + done) / 2) },
  );
  return { lines: placed(lines, places, found), isUnlike: found.distance > FAR };
}

function placed(
  lines: readonly LyricLine[],
  places: readonly { readonly line: number; readonly start: number; readonly end: number }[],
  { words: times }: Alignment,
): LyricLine[] {
  const words: LyricWord[][] = lines.map(() => []);
  for (const [at, { line, start, end }] of places.entries()) {
    const time = times[at];
    if (time) words[line]!.push({ start, end, ...time });
  }
  return lines.map((line, at) => ({
    ...line,
    words: words[at]!,
    from: words[at]![0]?.from ?? null,
    to: words[at]!.at(-1)?.to ?? null,
  }));
}
