import type { Alignment } from "./align-words.ts";
import { readLines } from "./read-lines.ts";
import type { TimeRange } from "../parameters.ts";
import type { SpeechVoice } from "../speech/speech.ts";
import type { LyricLine, LyricWord } from "#core/lyrics/lyrics.ts";
import type { AlignRequest } from "./align-source.ts";

/**
 * Mean alignment cost above which words probably do not match the recording. For lines sung over
 * music of equal loudness, in six languages: 0.47 to 0.60 with the right words, 0.69 to 0.84 with
 * others.
 */
const FAR = 0.68;

/**
 * Aligns a reading with a recording. Times of the result are relative to the part of the recording.
 * @param onProgress receives 0 to 1; null while unknown
 */
export type AlignReading = (
  request: AlignRequest,
  onProgress: (done: number | null) => void,
) => Promise<Alignment>;

export interface TimedLines {
  readonly lines: readonly LyricLine[];
  /** Whether the words do not match the recording. */
  readonly isUnlike: boolean;
}

/**
 * Fraction of the work that synthesizing the lines takes, as measured by `bench/progress`; the rest
 * is alignment.
 */
const READING = 0.1;

/**
 * Aligns lines with a recording.
 * @param align aligns with the recording of a voice, as isolated as possible
 * @param isSung whether the lines are sung rather than spoken
 * @param language code of a locale
 * @param part range of the sound that contains the lines, in seconds; all of it if missing
 */
export async function timeLines(
  lines: readonly LyricLine[],
  {
    voice,
    align,
    language,
    isSung = false,
    part,
    signal,
    onProgress,
  }: {
    readonly voice: Pick<SpeechVoice, "speak">;
    readonly align: AlignReading;
    readonly language: string;
    readonly isSung?: boolean;
    readonly part?: TimeRange;
    /** An `AbortSignal`. */
    readonly signal: { throwIfAborted(): void };
    /** @param done from 0 to 1; null while unknown */
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
  const found = await align({ reading, words, isSung, ...(part && { part }) }, (done) =>
    onProgress(done === null ? null : READING + (1 - READING) * done),
  );
  return {
    lines: withWordTimes(lines, { locations, found, since: part?.[0] ?? 0 }),
    isUnlike: found.distance > FAR,
  };
}

function withWordTimes(
  lines: readonly LyricLine[],
  {
    locations,
    found,
    since,
  }: {
    readonly locations: readonly {
      readonly line: number;
      readonly start: number;
      readonly end: number;
    }[];
    readonly found: Alignment;
    readonly since: number;
  },
): LyricLine[] {
  const words: LyricWord[][] = lines.map(() => []);
  for (const [at, { line, start, end }] of locations.entries()) {
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
