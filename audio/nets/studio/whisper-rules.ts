import type { WhisperVocabulary } from "./whisper-tokens.ts";

/** Seconds per timestamp token. */
export const TIME_STEP = 0.02;
/** Maximum timestamp of the first segment: one second. */
const MAX_FIRST_TIME = 50;
/** Minimum length in tokens of a loop: a person who repeats a phrase three times would pause. */
const MIN_LOOP_TOKENS = 24;

/**
 * Whisper's decoding rules (`SuppressTokens`, `ApplyTimestampRules` of openai/whisper): suppresses
 * non-speech tokens; requires a timestamp before the first word, and timestamps in pairs (end of a
 * segment, start of the next) that never decrease; forces a timestamp when all timestamps together
 * are more probable than any word.
 * @param logits of the next token; modified
 * @param tokens generated so far
 */
export function suppressTokens(
  logits: Float32Array,
  tokens: readonly number[],
  vocabulary: WhisperVocabulary,
): void {
  const { end, firstTime, nonSpeech } = vocabulary;
  const forbid = (from: number, to: number): void => void logits.fill(-Infinity, from, to);
  forbid(end + 1, firstTime);
  for (const token of nonSpeech) logits[token] = -Infinity;
  const [last = null, before = null] = [tokens.at(-1), tokens.at(-2)];
  if (last === null) {
    // The first token is an early timestamp.
    forbid(0, firstTime);
    forbid(firstTime + MAX_FIRST_TIME + 1, logits.length);
    return;
  }
  const isTime = (token: number | null): boolean => token !== null && token >= firstTime;
  if (isTime(last))
    if (before === null || isTime(before)) forbid(firstTime, logits.length);
    else forbid(0, end);
  const latest = tokens.findLast(isTime);
  if (latest !== undefined)
    // The next segment may start where one has ended, but no segment is empty.
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
 * Detects loops: whether the tokens end with the same words three times, which networks produce
 * endlessly for unintelligible input.
 * @returns number of redundant tokens; 0 without a loop
 */
export function countRepeatedTokens(words: readonly number[]): number {
  for (let length = Math.ceil(MIN_LOOP_TOKENS / 3); 3 * length <= words.length; length++) {
    const own = words.slice(-length);
    const isSame = (from: number): boolean =>
      own.every((token, at) => token === words[words.length - from + at]);
    if (isSame(2 * length) && isSame(3 * length)) return 2 * length;
  }
  return 0;
}
