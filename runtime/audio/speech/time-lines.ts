import type { Alignment } from "#audio/alignment/align-words.ts";
import { readLines } from "#audio/alignment/read-lines.ts";
import type { TimeRange } from "#audio/parameters.ts";
import type { SpeechVoice } from "#audio/speech/speech.ts";
import type { LyricLine, LyricWord } from "#core/lyrics/lyrics.ts";
import type { Engine } from "../engine-types.ts";

/**
 * Mean distance of the words from which they are likely not those that are heard. Of lines that are sung over
 * music as loud, in six languages: 0.47 to 0.60 with their words, 0.69 to 0.84 with others.
 */
const FAR = 0.68;

export interface TimedLines {
  readonly lines: readonly LyricLine[];
  /** Whether the words are unlike what is heard. */
  readonly isUnlike: boolean;
}

/** Share of the work that speaking the lines is, as measured by `bench/progress`; the rest is to find them. */
const READING = 0.1;

/**
 * Gives lines the times at which they are spoken or sung.
 * @param sound a voice, as far as that can be had
 * @param isSung whether the lines are sung, not spoken
 * @param language code of a locale
 * @param part range of the sound in which the lines are, in seconds; all of it where it is missing
 */
export async function timeLines(
  lines: readonly LyricLine[],
  {
    voice,
    engine,
    sound,
    language,
    isSung = false,
    part,
    signal,
    onProgress,
  }: {
    readonly voice: Pick<SpeechVoice, "speak">;
    readonly engine: Pick<Engine, "align">;
    readonly sound: Blob;
    readonly language: string;
    readonly isSung?: boolean;
    readonly part?: TimeRange;
    readonly signal: AbortSignal;
    /** @param done 0 to 1; null while it cannot be known */
    readonly onProgress: (done: number | null) => void;
  },
): Promise<TimedLines> {
  const { reading, words, locations } = await readLines(
    voice,
    lines.map(({ text }) => text),
    language,
    (done) => {
      signal.throwIfAborted();
      onProgress((READING * done) / lines.length);
    },
  );
  const found = await engine.align(
    { file: sound, reading, words, isSung, ...(part && { part }) },
    {
      signal,
      onProgress: (done) => onProgress(done === null ? null : READING + (1 - READING) * done),
    },
  );
  return {
    lines: placed(lines, { places: locations, found, since: part?.[0] ?? 0 }),
    isUnlike: found.distance > FAR,
  };
}

function placed(
  lines: readonly LyricLine[],
  {
    places,
    found,
    since,
  }: {
    readonly places: readonly {
      readonly line: number;
      readonly start: number;
      readonly end: number;
    }[];
    readonly found: Alignment;
    readonly since: number;
  },
): LyricLine[] {
  const words: LyricWord[][] = lines.map(() => []);
  for (const [at, { line, start, end }] of places.entries()) {
    const time = found.words[at];
    if (time) words[line]!.push({ start, end, from: since + time.from, to: since + time.to });
  }
  return lines.map((line, at) => ({
    ...line,
    words: words[at]!,
    from: words[at]![0]?.from ?? null,
    to: words[at]!.at(-1)?.to ?? null,
  }));
}
