import { type Index, type Phrase, NAMES_IT, rarity } from "./phrases.ts";
import type { Unit } from "./units.ts";

/** Minimum fit that counts as a match. */
const HAS = 0.4;
/** Factor for a name or keyword that equals the query. */
const VERBATIM = 1.35;
/** Bonus for each additional matching keyword, and the maximum number of keywords that count. */
const [FURTHER, MAX_FURTHER] = [0.04, 5];
/**
 * Score of a phrase that contains the query among many other words, and the bonus for a phrase
 * without other words.
 */
const [AMONG, ALONE] = [0.4, 0.6];

/**
 * Score of each tool, 0 for no match: the best field for each unit, weighted by the unit's rarity,
 * and the name or keyword that contains most of the units.
 * @param key of the query
 */
export function scoresOf(index: Index, units: readonly Unit[], key: string): number[] {
  const tools = index.tools.length;
  const shares = sharesOf(index, units);
  const best = units.map(() => new Float32Array(tools));
  const together = new Float32Array(tools);
  const further = new Uint8Array(tools);
  const verbatim = new Uint8Array(tools);
  index.phrases.forEach((phrase, at) => {
    const { tool, weight } = phrase;
    let held = 0;
    units.forEach(({ fits }, unit) => {
      const value = fits[at]! * weight;
      held += fits[at]! * shares[unit]!;
      if (value > best[unit]![tool]!) best[unit]![tool] = value;
    });
    if (weight < NAMES_IT || held === 0) return;
    if (held >= HAS) further[tool]! += 1;
    if (phrase.key === key) verbatim[tool] = 1;
    const value = weight * held * (AMONG + ALONE * coverOf(phrase, units, at));
    together[tool] = Math.max(together[tool]!, value);
  });
  return Array.from({ length: tools }, (_, tool) => {
    let [sum, had] = [0, 0];
    shares.forEach((share, unit) => {
      const value = best[unit]![tool]!;
      sum += value * share;
      had += Math.min(1, value / NAMES_IT) * share;
    });
    const about = 1 + FURTHER * Math.min(further[tool]!, MAX_FURTHER);
    // A missing word costs more than a better field for another word gains.
    return (sum + together[tool]!) * had * about * (verbatim[tool] ? VERBATIM : 1);
  });
}

/** Weight of each unit, with a sum of 1: the fewer tools are named by the unit, the higher. */
function sharesOf({ phrases, tools }: Index, units: readonly Unit[]): number[] {
  const rarities = units.map(({ fits }) => {
    const having = new Set<number>();
    phrases.forEach(({ tool, weight }, at) => {
      if (weight >= NAMES_IT && fits[at]! >= HAS) having.add(tool);
    });
    return rarity(having.size, tools.length);
  });
  const total = rarities.reduce((sum, value) => sum + value, 0);
  return rarities.map((value) => value / total);
}

/** Fraction of a phrase that the query covers. */
function coverOf({ size, run }: Phrase, units: readonly Unit[], at: number): number {
  let words = 0;
  for (const { fits, letters } of units)
    // Two letters of a script without spaces are about one word.
    if (fits[at]! >= HAS) words += letters === 0 ? 1 : (letters * fits[at]!) / 2;
  const all = size + run.letters.length / 2;
  return all === 0 ? 0 : Math.min(1, words / all);
}
