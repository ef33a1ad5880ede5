import { pairsOf } from "#core/search/terms.ts";

/** Text in a script without spaces between words. */
export interface Run {
  readonly letters: string;
  /** Hangul syllables decomposed into letters (jamo); empty for other scripts. */
  readonly jamo: string;
}

const HANGUL = /\p{sc=Hangul}/u;

export const runOf = (letters: string): Run => ({
  letters,
  jamo: HANGUL.test(letters) ? letters.normalize("NFD") : "",
});

/** Weight of a letter or a pair of letters: the fewer tools contain it, the higher. */
export type Weight = (unit: string) => number;

/** Minimum fraction of matching pairs and of matching letters; lower values are coincidence. */
const [MIN_FIT, MIN_LETTERS_FIT] = [0.34, 0.45];
/** Factor for a match of single letters. */
const IN_LETTERS = 0.6;
/**
 * Factor for matching pairs that are not adjacent, and maximum factor for letters that are not
 * adjacent.
 */
const [IN_PAIRS, APART] = [0.85, 0.75];

/**
 * How well a query without spaces matches a run of text, from 0 to 1: the run contains the query,
 * some of its letter pairs, or all of its letters in order with others between them. The last
 * Hangul syllable may be incomplete.
 */
export function runFit(query: Run, run: Run, weight: Weight): number {
  if (run.letters === "") return 0;
  if (run.letters.includes(query.letters)) return 1;
  if (query.jamo !== "" && run.jamo.includes(query.jamo)) return 0.9;
  const apart = APART * scatteredFit(query.letters, run.letters);
  if (query.letters.length < 3) return apart;
  const pairs = partOf(pairsOf(query.letters), run.letters, weight);
  const letters = partOf(query.letters, run.letters, weight);
  return Math.max(
    apart,
    pairs < MIN_FIT ? 0 : IN_PAIRS * pairs,
    letters < MIN_LETTERS_FIT ? 0 : IN_LETTERS * letters,
  );
}

/** Weighted fraction of pieces that a run contains. */
function partOf(units: Iterable<string>, run: string, weight: Weight): number {
  let [all, found] = [0, 0];
  for (const unit of units) {
    const value = weight(unit);
    all += value;
    if (run.includes(unit)) found += value;
  }
  return all === 0 ? 0 : found / all;
}

/** Maximum distance of an abbreviation's letters, as a multiple of their number. */
const MAX_SPREAD = 3;

/**
 * Length of the query divided by the shortest range of the run that contains its letters in order;
 * 0 if there is no such range.
 */
function scatteredFit(query: string, run: string): number {
  let min = Infinity;
  for (let from = run.indexOf(query[0]!); from >= 0; from = run.indexOf(query[0]!, from + 1)) {
    let at = from;
    for (let next = 1; at >= 0 && next < query.length; next++)
      at = run.indexOf(query[next]!, at + 1);
    if (at < 0) break;
    min = Math.min(min, at - from + 1);
  }
  return min > query.length * MAX_SPREAD ? 0 : query.length / min;
}
