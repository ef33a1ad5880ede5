import { markSpeech, type SpeechActivity } from "../../silence/mark-unspoken.ts";
import { powerToDecibels } from "../../signal/decibel.ts";
import { STEPS_PER_SECOND } from "./loudness-history.ts";

/** A part of the sound that gets another level. */
export interface LevelMove {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** dB; positive: louder. */
  readonly gain: number;
  /** Seconds without speech before and after the part, up to the neighboring speech. */
  readonly lead: number;
  readonly tail: number;
}

export interface MoveOptions {
  /** Maximum gain in dB, up and down. */
  readonly range: number;
  /** Part of each difference that is leveled, 0 to 1. */
  readonly strength: number;
}

/** Speech without a pause, or a part of it; all indexes are steps of 10 ms. */
interface Phrase {
  readonly start: number;
  readonly end: number;
  /** dB, mean of the power. */
  readonly level: number;
  /** Seconds of speech. */
  readonly duration: number;
}

/** Pauses shorter than this many seconds do not divide phrases. */
const SHORTEST_PAUSE = 0.2;
/** Maximum duration of a phrase in seconds; longer ones are divided where they are softest. */
const LONGEST_PHRASE = 3;
/** A phrase is not divided closer than this many seconds to its ends. */
const MARGIN = 0.8;
/** Within a phrase, what is this many dB below its mean is a pause between words or its noise. */
const RELATIVE_GATE = 10;
/**
 * Cost of one more level, in dB² · s. People vary their level by 2 to 3 dB between phrases, which
 * is expression and stays: a phrase of 2 s must differ by more than 3.5 dB, one of 20 s by 1.1 dB.
 */
const COST_PER_LEVEL = 12;
/** Maximum number of phrases of one level, which bounds the time of the search. */
const MAX_PHRASES = 400;
/** Sound without speech counts up to this many dB below the speech, and from this many seconds. */
const [OTHER_SOUND, MIN_OTHER_SOUND] = [12, 1.5] as const;
/** Maximum duration of such sound beside that of the speech. */
const MAX_OTHERS = 0.5;
/** Smaller gains in dB are not audible as a change of level. */
const MIN_GAIN = 0.5;

const meanPower = (powers: Float32Array, start: number, end: number, gate: number) => {
  let [sum, count] = [0, 0];
  for (let i = start; i < end; i++)
    if (powers[i]! > gate) {
      sum += powers[i]!;
      count++;
    }
  return { mean: count > 0 ? sum / count : 0, count };
};

function phraseOf(powers: Float32Array, start: number, end: number): Phrase | null {
  const { mean } = meanPower(powers, start, end, 0);
  const gated = meanPower(powers, start, end, mean * 10 ** (-RELATIVE_GATE / 10));
  if (gated.count === 0) return null;
  return {
    start,
    end,
    level: powerToDecibels(gated.mean),
    duration: gated.count / STEPS_PER_SECOND,
  };
}

/** Divides a range into parts of at most `LONGEST_PHRASE` where it is softest. */
function* divide(powers: Float32Array, start: number, end: number): Generator<[number, number]> {
  let from = start;
  while (end - from > LONGEST_PHRASE * STEPS_PER_SECOND) {
    let [at, lowest] = [from, Infinity];
    const last = Math.min(
      from + LONGEST_PHRASE * STEPS_PER_SECOND,
      end - MARGIN * STEPS_PER_SECOND,
    );
    for (let i = Math.ceil(from + MARGIN * STEPS_PER_SECOND); i < last; i++) {
      // Of 50 ms, so that the closure of a consonant does not count as a pause.
      const { mean } = meanPower(powers, i - 2, i + 3, -1);
      if (mean < lowest) [at, lowest] = [i, mean];
    }
    yield [from, at];
    from = at;
  }
  yield [from, end];
}

function listPhrases(powers: Float32Array, speech: Uint8Array): Phrase[] {
  const phrases: Phrase[] = [];
  const shortest = SHORTEST_PAUSE * STEPS_PER_SECOND;
  for (let at = 0; at < speech.length; at++) {
    if (!speech[at]) continue;
    const start = at;
    let end = at + 1;
    for (let i = end; i < speech.length && i - end < shortest; i++) if (speech[i]) end = i + 1;
    for (const [from, to] of divide(powers, start, end)) {
      const phrase = phraseOf(powers, from, to);
      if (phrase) phrases.push(phrase);
    }
    at = end;
  }
  return phrases;
}

/**
 * Divides phrases into runs of equal level so that the squared distances from the runs' levels,
 * plus the cost of each run, are minimal. Quadratic up to `MAX_PHRASES`, then linear.
 * @returns index behind the last phrase of each run
 */
function divideByLevel(phrases: readonly Phrase[]): number[] {
  // Sums of durations, of levels and of their squares, weighted by duration.
  const sums = [
    new Float64Array(phrases.length + 1),
    new Float64Array(phrases.length + 1),
    new Float64Array(phrases.length + 1),
  ] as const;
  for (const [i, { level, duration }] of phrases.entries())
    for (const [power, row] of sums.entries()) row[i + 1] = row[i]! + duration * level ** power;
  const errorOf = (from: number, to: number): number => {
    const [weight, first, second] = sums.map((row) => row[to]! - row[from]!) as [
      number,
      number,
      number,
    ];
    return second - first ** 2 / weight;
  };
  const costs = new Float64Array(phrases.length + 1);
  const starts = new Int32Array(phrases.length + 1);
  for (let to = 1; to <= phrases.length; to++) {
    costs[to] = Infinity;
    for (let from = Math.max(0, to - MAX_PHRASES); from < to; from++) {
      const cost = costs[from]! + errorOf(from, to) + COST_PER_LEVEL;
      if (cost < costs[to]!) [costs[to], starts[to]] = [cost, from];
    }
  }
  const ends: number[] = [];
  for (let to = phrases.length; to > 0; to = starts[to]!) ends.push(to);
  return ends.reverse();
}

/** The median level of the speech. */
function medianLevel(levels: readonly Pick<Phrase, "level" | "duration">[]): number {
  const sorted = levels.toSorted((a, b) => a.level - b.level);
  const half = sorted.reduce((sum, { duration }) => sum + duration, 0) / 2;
  let sum = 0;
  return sorted.find(({ duration }) => (sum += duration) >= half)!.level;
}

/**
 * Finds the parts of a recording in which speech is louder or softer than in most of it, and the
 * gains that make them equal. Levels change in pauses if there are any.
 * @param powers of consecutive 10 ms: see `createLoudnessHistory`
 * @returns in order, not overlapping; gaps stay as they are
 */
export function findMoves(
  powers: Float32Array,
  activity: SpeechActivity,
  { range, strength }: MoveOptions,
): readonly LevelMove[] {
  const speech = markSpeech(activity, powers.length);
  const phrases = listPhrases(powers, speech);
  if (phrases.length === 0) return [];
  if (!isMostlySpeech(powers, speech)) return [];
  let from = 0;
  const runs = divideByLevel(phrases).map((to) => {
    const own = phrases.slice(from, to);
    from = to;
    const duration = own.reduce((sum, phrase) => sum + phrase.duration, 0);
    const level = own.reduce((sum, phrase) => sum + phrase.duration * phrase.level, 0) / duration;
    return { own, level, duration };
  });
  const target = medianLevel(runs);
  const parts = runs.flatMap(({ own, level }) => {
    const gain = Math.max(-range, Math.min(range, strength * (target - level)));
    return divideAtOtherSound(powers, own, level).map((part) => ({ ...part, gain }));
  });
  const between = (end: number, start: number) => (start - end) / STEPS_PER_SECOND;
  return parts
    .map(({ start, end, gain }, i) => ({
      start: start / STEPS_PER_SECOND,
      end: end / STEPS_PER_SECOND,
      gain,
      lead: between(parts[i - 1]?.end ?? 0, start),
      tail: between(end, parts[i + 1]?.start ?? powers.length),
    }))
    .filter(({ gain }) => Math.abs(gain) >= MIN_GAIN);
}

/**
 * Whether what sounds is mostly speech. In songs, what is not sung is about as loud as what is, and
 * its level is not to be changed.
 */
function isMostlySpeech(powers: Float32Array, speech: Uint8Array): boolean {
  let [sum, count] = [0, 0];
  for (let i = 0; i < powers.length; i++)
    if (speech[i]) {
      sum += powers[i]!;
      count++;
    }
  const gate = (sum / Math.max(1, count)) * 10 ** (-OTHER_SOUND / 10);
  let others = 0;
  for (let i = 0; i < powers.length; i++) if (!speech[i] && powers[i]! > gate) others++;
  return others <= MAX_OTHERS * count;
}

/**
 * The parts of a run between which there is no other sound, such as a jingle or applause, which
 * keeps its level.
 */
function divideAtOtherSound(powers: Float32Array, phrases: readonly Phrase[], level: number) {
  const gate = 10 ** ((level - OTHER_SOUND) / 10);
  const parts: { start: number; end: number }[] = [];
  for (const { start, end } of phrases) {
    const last = parts.at(-1);
    const isLong = last && start - last.end > MIN_OTHER_SOUND * STEPS_PER_SECOND;
    if (!last || (isLong && meanPower(powers, last.end, start, -1).mean > gate))
      parts.push({ start, end });
    else last.end = end;
  }
  return parts;
}
