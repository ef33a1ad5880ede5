/** Confidence (0 to 1) of a range of characters (UTF-16) of a transcript. */
export interface ConfidenceSpan {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/**
 * Character range and probability of each token.
 * @param decode converts tokens to text
 * @param lead number of characters removed from the beginning of the text
 */
export function confidenceSpans(
  decode: (tokens: readonly number[]) => string,
  tokens: readonly { readonly id: number; readonly logProbability: number }[],
  lead = 0,
): ConfidenceSpan[] {
  const ids = tokens.map(({ id }) => id);
  let start = 0;
  return tokens.flatMap(({ logProbability }, at) => {
    const end = decode(ids.slice(0, at + 1)).length - lead;
    const span = { start, end, confidence: Math.exp(logProbability) };
    start = Math.max(start, end);
    return span.end > span.start ? [span] : [];
  });
}
