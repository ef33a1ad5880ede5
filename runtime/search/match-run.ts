import { pairsOf } from "./terms.ts";

/** Letters without spaces between words. */
export interface Run {
  readonly letters: string;
  /** Syllables of Hangul taken apart; empty for other scripts. */
  readonly jamo: string;
}

const HANGUL = /\p{sc=Hangul}/u;

export const runOf = (letters: string): Run => ({
  letters,
  jamo: HANGUL.test(letters) ? letters.normalize("NFD") : "",
});

/** How much a letter or a pair of letters tells: the more tools have it, the less. */
export type Weight = (piece: string) => number;

/** Less of the pairs than this is chance, and less of the single letters. */
const [LEAST, LEAST_LETTERS] = [0.34, 0.45];
/** What single letters are worth. */
const IN_LETTERS = 0.6;
/** What pairs are worth that do not stand together, and letters of which each stands apart, at most. */
const [IN_PAIRS, APART] = [0.85, 0.75];

/**
 * How well letters that were typed without spaces fit a run of a page, from 0 to 1: the run holds
 * them, or as many of their neighboring pairs, or all of them in their order with others between. The
 * last syllable of Hangul may be unfinished.
 */
export function runFit(asked: Run, run: Run, weight: Weight): number {
  if (run.letters === "") return 0;
  if (run.letters.includes(asked.letters)) return 1;
  if (asked.jamo !== "" && run.jamo.includes(asked.jamo)) return 0.9;
  const apart = APART * scatteredFit(asked.letters, run.letters);
  if (asked.letters.length < 3) return apart;
  const pairs = partOf(pairsOf(asked.letters), run.letters, weight);
  const letters = partOf(asked.letters, run.letters, weight);
  return Math.max(
    apart,
    pairs < LEAST ? 0 : IN_PAIRS * pairs,
    letters < LEAST_LETTERS ? 0 : IN_LETTERS * letters,
  );
}

/** Which part of some pieces a run has, each by its weight. */
function partOf(pieces: Iterable<string>, run: string, weight: Weight): number {
  let [all, found] = [0, 0];
  for (const piece of pieces) {
    const value = weight(piece);
    all += value;
    if (run.includes(piece)) found += value;
  }
  return all === 0 ? 0 : found / all;
}

/** Letters of an abbreviation may stand over so many times their number. */
const MOST_APART = 3;

/** Which part the letters are of the shortest piece that has all of them in their order; 0 for none. */
function scatteredFit(asked: string, run: string): number {
  let least = Infinity;
  for (let from = run.indexOf(asked[0]!); from >= 0; from = run.indexOf(asked[0]!, from + 1)) {
    let at = from;
    for (let next = 1; at >= 0 && next < asked.length; next++)
      at = run.indexOf(asked[next]!, at + 1);
    if (at < 0) break;
    least = Math.min(least, at - from + 1);
  }
  return least > asked.length * MOST_APART ? 0 : asked.length / least;
}
