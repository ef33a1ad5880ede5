/** Words as they are compared: small letters, digits and apostrophes; what joins two words parts them. */
export const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/**
 * Word error rate: words that are wrong, missing or too many, for each of the truth (Levenshtein).
 * @param truth with at least one word
 */
export function wordErrors(
  found: string,
  truth: string,
): { readonly errors: number; readonly words: number } {
  const [a, b] = [wordsOf(found), wordsOf(truth)];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, word] of a.entries()) {
    const next = [i + 1];
    for (const [j, wanted] of b.entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (word === wanted ? 0 : 1)));
    row = next;
  }
  return { errors: row[b.length]!, words: b.length };
}
