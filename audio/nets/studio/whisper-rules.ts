import type { WhisperVocabulary } from "./whisper-tokens.ts";

/** s of a time token. */
export const TIME_STEP = 0.02;
/** Time tokens up to which the first part begins: a second. */
const FIRST_AT_MOST = 50;
/** Tokens in which somebody who says the same three times would take a breath. */
const LOOP = 24;

/**
 * Takes from what may follow all that Whisper's own decoding takes (`SuppressTokens`,
 * `ApplyTimestampRules` of openai/whisper): what nobody says; a time before the first word; times in pairs, one
 * that ends a part and one that begins the next, never going back; a time where all times together are
 * likelier than any word.
 * @param logits of the next token; changed
 * @param tokens that were written before it
 */
export function applyRules(
  logits: Float32Array,
  tokens: readonly number[],
  vocabulary: WhisperVocabulary,
): void {
  const { end, firstTime, unsaid } = vocabulary;
  const forbid = (from: number, to: number): void => void logits.fill(-Infinity, from, to);
  forbid(end + 1, firstTime);
  for (const token of unsaid) logits[token] = -Infinity;
  const [last = null, before = null] = [tokens.at(-1), tokens.at(-2)];
  if (last === null) {
    // It begins with a time, and soon.
    forbid(0, firstTime);
    forbid(firstTime + FIRST_AT_MOST + 1, logits.length);
    return;
  }
  const isTime = (token: number | null): boolean => token !== null && token >= firstTime;
  if (isTime(last))
    if (before === null || isTime(before)) forbid(firstTime, logits.length);
    else forbid(0, end);
  const latest = tokens.findLast(isTime);
  if (latest !== undefined)
    // The next part may begin where one has ended, but no part ends where it began.
    forbid(firstTime, latest + (isTime(last) && !isTime(before) ? 0 : 1));
  if (timesAreLikelier(logits, firstTime)) forbid(0, firstTime);
}

function timesAreLikelier(logits: Float32Array, firstTime: number): boolean {
  let word = -Infinity;
  for (let i = 0; i < firstTime; i++) word = Math.max(word, logits[i]!);
  let times = 0;
  for (let i = firstTime; i < logits.length; i++) times += Math.exp(logits[i]! - word);
  return times > 1;
}

/**
 * Whether what was written ends in the same words three times: a net that does not know what it hears
 * goes on like that for ever.
 * @returns how many of the tokens are too many; 0 where it does not
 */
export function countLoop(words: readonly number[]): number {
  for (let length = Math.ceil(LOOP / 3); 3 * length <= words.length; length++) {
    const own = words.slice(-length);
    const isSame = (from: number): boolean =>
      own.every((token, at) => token === words[words.length - from + at]);
    if (isSame(2 * length) && isSame(3 * length)) return 2 * length;
  }
  return 0;
}
