let graphemes: Intl.Segmenter | undefined;

/**
 * The place at which a text can be cut, at `at` or before it: never inside what reads as one
 * character.
 */
export function boundaryBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return graphemes.segment(text).containing(at)!.index;
}

/** The longest beginning of a text with at most `limit` characters that ends with a whole one. */
export const fitText = (text: string, limit: number): string =>
  // Where a character starts depends on what is near: the rest of a long text need not be read.
  text.slice(0, boundaryBefore(text.slice(0, Math.max(0, limit) + 200), limit));

/**
 * What to take out of a text that has become too long: the end of what was inserted last, so that
 * what was there before stays. Nothing before `from` is touched.
 * @param caret where the insertion ends
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
