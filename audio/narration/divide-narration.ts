import type { SpokenWord } from "../speech/speech.ts";
import type { NarratedText } from "./narrator.ts";

/** Seconds in which the level is measured. */
const STEP = 0.01;
/** Level of pauses, relative to that of loud speech. */
const PAUSE_LEVEL = 0.03;
const MIN_PAUSE = 0.1;
/** Seconds of a pause that stay at either side of a cut. */
const LEFT = 0.04;
/** Weight of the length of a pause, per second, against its position. */
const LENGTH_WEIGHT = 1.5;

/** Seconds. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export interface DividedNarration {
  /** A narration of each sentence, with the positions of words in the sentence. */
  readonly parts: readonly NarratedText[];
  /** Whether there is a pause between all sentences, so that it may become longer. */
  readonly hasPauses: boolean;
}

function levelsOf({ samples, sampleRate }: NarratedText): number[] {
  const size = Math.round(STEP * sampleRate);
  const levels: number[] = [];
  for (let at = 0; at < samples.length; at += size) {
    let sum = 0;
    for (let index = at; index < Math.min(at + size, samples.length); index++)
      sum += samples[index]! ** 2;
    levels.push(Math.sqrt(sum / size));
  }
  return levels;
}

/** Finds the speech, from its first to its last sound, and the pauses in it. */
function findPauses(narrated: NarratedText): { speech: Span; pauses: Span[] } {
  const levels = levelsOf(narrated);
  const loud = levels.toSorted((one, other) => one - other)[Math.floor(0.95 * levels.length)] ?? 0;
  const isSound = (level: number): boolean => level > PAUSE_LEVEL * loud;
  const first = Math.max(0, levels.findIndex(isSound));
  const last = levels.findLastIndex(isSound);
  const pauses: Span[] = [];
  let end = first;
  for (let at = first; at <= last; at++) {
    if (!isSound(levels[at]!)) continue;
    if ((at - end) * STEP >= MIN_PAUSE) pauses.push({ from: end * STEP, to: at * STEP });
    end = at + 1;
  }
  return { speech: { from: first * STEP, to: (last + 1) * STEP }, pauses };
}

const middleOf = ({ from, to }: Span): number => (from + to) / 2;

/** How unlikely it is that speech of an expected length has another one. */
const deviation = (seconds: number, expected: number): number =>
  Math.abs(Math.log(Math.max(0.05, seconds) / Math.max(0.05, expected)));

/**
 * Chooses the pauses that end sentences: long ones, by which the lengths of sentences are in the
 * expected proportions.
 * @param ends expected end of each sentence but the last, in seconds
 * @returns null if there are fewer pauses than ends
 */
function choosePauses(
  pauses: readonly Span[],
  ends: readonly number[],
  speech: Span,
): readonly Span[] | null {
  if (pauses.length < ends.length) return null;
  interface Choice {
    readonly cost: number;
    readonly chosen: readonly Span[];
  }
  const lengthOf = (at: number): number => ends[at]! - (ends[at - 1] ?? speech.from);
  let choices: (Choice | null)[] = pauses.map((pause) => ({
    cost:
      deviation(middleOf(pause) - speech.from, lengthOf(0)) -
      LENGTH_WEIGHT * (pause.to - pause.from),
    chosen: [pause],
  }));
  for (let at = 1; at < ends.length; at++) {
    const before = choices;
    choices = pauses.map((pause, index) => {
      let best: Choice | null = null;
      for (const earlier of before.slice(0, index)) {
        if (!earlier) continue;
        const seconds = middleOf(pause) - middleOf(earlier.chosen.at(-1)!);
        const cost =
          earlier.cost + deviation(seconds, lengthOf(at)) - LENGTH_WEIGHT * (pause.to - pause.from);
        if (!best || cost < best.cost) best = { cost, chosen: [...earlier.chosen, pause] };
      }
      return best;
    });
  }
  let best: Choice | null = null;
  for (const choice of choices) {
    if (!choice) continue;
    const rest = speech.to - middleOf(choice.chosen.at(-1)!);
    const cost = choice.cost + deviation(rest, speech.to - ends.at(-1)!);
    if (!best || cost < best.cost) best = { cost, chosen: choice.chosen };
  }
  return best?.chosen ?? null;
}

/** Moves words from one span of time to another. */
function moveWords(words: readonly SpokenWord[], start: number, to: Span): SpokenWord[] {
  const from = words[0]?.from ?? 0;
  const seconds = Math.max(STEP, (words.at(-1)?.to ?? 0) - from);
  const scale = (to.to - to.from) / seconds;
  return words.map((word) => ({
    ...word,
    start: word.start - start,
    end: word.end - start,
    from: to.from + (word.from - from) * scale,
    to: to.from + (word.to - from) * scale,
  }));
}

/**
 * Divides a narration of several sentences in the pauses between them. The voice reports no times,
 * so that those of its words are proportional to their letters; within a sentence, they still are.
 * @param sentences their ranges in the text, each with a word
 */
export function divideNarration(
  narrated: NarratedText,
  sentences: readonly { readonly start: number; readonly end: number }[],
): DividedNarration {
  const { samples, sampleRate, words } = narrated;
  const wordsBySentence = sentences.map(({ start, end }) =>
    words.filter((word) => word.start >= start && word.start < end),
  );
  const { speech, pauses } = findPauses(narrated);
  const ends = wordsBySentence.slice(0, -1).map((own) => own.at(-1)?.to ?? speech.to);
  const chosen = ends.length === 0 ? [] : choosePauses(pauses, ends, speech);
  // Without pauses, sentences touch where they are expected to end.
  const cuts = chosen ?? ends.map((end) => ({ from: end, to: end }));
  const duration = samples.length / sampleRate;
  const parts = sentences.map(({ start }, at) => {
    const before = cuts[at - 1];
    const after = cuts[at];
    const from = before ? Math.max(before.to - LEFT, middleOf(before)) : 0;
    const to = after ? Math.min(after.from + LEFT, middleOf(after)) : duration;
    const spoken = {
      from: (before?.to ?? speech.from) - from,
      to: (after?.from ?? speech.to) - from,
    };
    return {
      samples: samples.slice(Math.round(from * sampleRate), Math.round(to * sampleRate)),
      sampleRate,
      words: moveWords(wordsBySentence[at]!, start, spoken),
    };
  });
  return { parts, hasPauses: chosen !== null };
}
