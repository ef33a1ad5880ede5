import { splitLine } from "./edit-transcript.ts";
import type { Transcript, TranscriptLine, TranscriptWord } from "./transcript.ts";

/** A stretch in which a speaker speaks, in seconds; those of several speakers may overlap. */
export interface SpokenRange {
  readonly from: number;
  readonly to: number;
  /** Index of the speaker. */
  readonly speaker: number;
}

/** Maximum distance in seconds of a word from the turn of its speaker. */
const NEAR = 0.5;
/** Seconds up to which a single word between two of another speaker belongs to that one. */
const SHORT = 0.4;

const overlapOf = (word: TranscriptWord, turn: SpokenRange): number =>
  Math.min(word.to, turn.to) - Math.max(word.from, turn.from);

/** The speaker of a word: the previous one, if several speak as long during it; null if none does. */
function speakerOf(
  word: TranscriptWord,
  turns: readonly SpokenRange[],
  previous: number | null,
): number | null {
  let best: { readonly speaker: number; readonly overlap: number } | null = null;
  for (const turn of turns) {
    if (turn.from > word.to + NEAR) break;
    const overlap = overlapOf(word, turn);
    if (overlap < -NEAR) continue;
    const isBetter =
      !best || overlap > best.overlap || (overlap === best.overlap && turn.speaker === previous);
    if (isBetter) best = { speaker: turn.speaker, overlap };
  }
  return best?.speaker ?? null;
}

/** Single short words between two of one speaker belong to that one. */
const smoothed = (
  speakers: readonly (number | null)[],
  words: readonly TranscriptWord[],
): (number | null)[] =>
  speakers.map((speaker, at) => {
    const [before, after] = [speakers[at - 1], speakers[at + 1]];
    const { from, to } = words[at]!;
    const isAlone = before !== undefined && before === after && before !== speaker;
    return isAlone && to - from <= SHORT ? before : speaker;
  });

/**
 * Gives each word the speaker who speaks during it; lines are split where the speaker changes.
 * @param turns sorted by their beginnings
 * @param names of all speakers
 */
export function assignSpeakers<T extends Pick<Transcript, "lines" | "speakers">>(
  transcript: T,
  turns: readonly SpokenRange[],
  names: readonly string[],
): T {
  let previous: number | null = null;
  const lines = transcript.lines.flatMap((line): TranscriptLine[] => {
    const raw: (number | null)[] = [];
    for (const word of line.words) {
      previous = speakerOf(word, turns, previous);
      raw.push(previous);
    }
    const speakers = smoothed(raw, line.words);
    // From the end, so that positions of earlier words stay valid.
    let parts: Pick<Transcript, "lines"> = { lines: [line] };
    for (let word = speakers.length - 1; word > 0; word--)
      if (speakers[word] !== speakers[word - 1]) parts = splitLine(parts, { line: 0, word });
    let at = 0;
    return parts.lines.map((part) => {
      const speaker = speakers[at] ?? null;
      at += part.words.length;
      return { ...part, speaker };
    });
  });
  return { ...transcript, lines, speakers: names };
}
