/** How sure a net is of a stretch of what it has written: characters (UTF-16), and 0 to 1. */
export interface SureSpan {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/**
 * Where each token stands in the text of all of them, and how likely the net took it to be.
 * @param decode gives the text of tokens
 * @param lead characters that were taken off the beginning of the text
 */
export function sureSpans(
  decode: (tokens: readonly number[]) => string,
  tokens: readonly { readonly id: number; readonly logProbability: number }[],
  lead = 0,
): SureSpan[] {
  const ids = tokens.map(({ id }) => id);
  let start = 0;
  return tokens.flatMap(({ logProbability }, at) => {
    const end = decode(ids.slice(0, at + 1)).length - lead;
    const span = { start, end, confidence: Math.exp(logProbability) };
    start = Math.max(start, end);
    return span.end > span.start ? [span] : [];
  });
}
