/** A word of a text: characters (UTF-16) from the first to before the second. */
export interface WordPlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

const hasSound = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Words of a piece without spaces; marks belong to the word before them, or to the first. */
function segments(piece: string, start: number): WordPlace[] {
  const words: { start: number; end: number; sounds: boolean }[] = [];
  const segmenter = new Intl.Segmenter(KANA.test(piece) ? "ja" : "zh", { granularity: "word" });
  for (const { segment, index } of segmenter.segment(piece)) {
    const last = words.at(-1);
    const sounds = hasSound(segment);
    if (last && (!sounds || !last.sounds)) {
      last.end = index + segment.length;
      last.sounds ||= sounds;
    } else words.push({ start: index, end: index + segment.length, sounds });
  }
  return words.map((word) => ({
    text: piece.slice(word.start, word.end),
    start: start + word.start,
    end: start + word.end,
  }));
}

/**
 * The words of a text as they are shown, with the marks that stand at them. Where a script has no spaces,
 * dictionaries of the platform tell them apart (UAX #29). A word has a letter or a digit.
 */
export function splitWords(text: string): WordPlace[] {
  return [...text.matchAll(/\S+/gu)]
    .flatMap(({ 0: piece, index }) =>
      UNSPACED.test(piece)
        ? segments(piece, index)
        : [{ text: piece, start: index, end: index + piece.length }],
    )
    .filter((word) => hasSound(word.text));
}
