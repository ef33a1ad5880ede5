let graphemes: Intl.Segmenter | undefined;

/** The last position at or before `at` that does not split a grapheme. */
export function boundaryBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return graphemes.segment(text).containing(at)!.index;
}

/** The longest prefix of a text with at most `limit` characters that ends with a whole grapheme. */
export const fitText = (text: string, limit: number): string =>
  // Grapheme boundaries depend only on nearby characters, so the rest of a long text is not
  // scanned.
  text.slice(0, boundaryBefore(text.slice(0, Math.max(0, limit) + 200), limit));

/**
 * The range to remove from a text that has become too long: the end of the last insertion, so that
 * older text stays. Nothing before `from` is removed.
 * @param caret end of the insertion
 */
export function excessOf(
  text: string,
  limit: number,
  { from, caret }: { readonly from: number; readonly caret: number },
): readonly [start: number, end: number] {
  const excess = text.length - limit;
  if (excess <= 0) return [caret, caret];
  return [Math.max(from, boundaryBefore(text, Math.max(from, caret - excess))), caret];
}
