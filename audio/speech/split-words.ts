/** UTF-16 offsets of a word; `end` is exclusive. */
export interface WordRange {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const hasSound = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/**
 * Segments text without spaces into words; punctuation belongs to the word before it, or to the
 * first one.
 */
function segments(text: string, start: number): WordRange[] {
  const words: { start: number; end: number; sounds: boolean }[] = [];
  const segmenter = new Intl.Segmenter(KANA.test(text) ? "ja" : "zh", { granularity: "word" });
  for (const { segment, index } of segmenter.segment(text)) {
    const last = words.at(-1);
    const sounds = hasSound(segment);
    if (last && (!sounds || !last.sounds)) {
      last.end = index + segment.length;
      last.sounds ||= sounds;
    } else words.push({ start: index, end: index + segment.length, sounds });
  }
  return words.map((word) => ({
    text: text.slice(word.start, word.end),
    start: start + word.start,
    end: start + word.end,
  }));
}

/**
 * The displayed words of a text, including punctuation. Scripts without spaces are segmented by the
 * platform's dictionaries (UAX #29). A word contains a letter or a digit.
 */
export function splitWords(text: string): WordRange[] {
  return [...text.matchAll(/\S+/gu)]
    .flatMap(({ 0: segmentText, index }) =>
      UNSPACED.test(segmentText)
        ? segments(segmentText, index)
        : [{ text: segmentText, start: index, end: index + segmentText.length }],
    )
    .filter((word) => hasSound(word.text));
}
