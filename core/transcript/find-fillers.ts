import type { PauseCut, Transcript, WordPosition } from "./transcript.ts";

/** Filler words by language, without words that also have a meaning. */
const FILLERS: Readonly<Record<string, readonly string[]>> = {
  en: ["um", "umm", "uh", "uhh", "uhm", "er", "erm", "hmm", "hm", "mm"],
  de: ["äh", "ähm", "öh", "öhm", "hm", "hmm", "mh"],
  es: ["eh", "ehm", "em", "mmm", "hmm"],
  fr: ["euh", "heu", "hum", "hm", "hmm"],
  it: ["ehm", "eh", "mmm", "uhm", "hmm"],
  nl: ["eh", "ehm", "uh", "uhm", "hm", "hmm"],
  pt: ["hum", "ãh", "hmm", "ahn"],
  ru: ["э", "ээ", "эм", "эмм", "мм", "ммм", "гм", "хм"],
  id: ["eh", "em", "emm", "hmm", "anu"],
  ar: ["امم", "اممم", "آآ", "ممم", "إمم"],
  ja: ["えー", "えーと", "えっと", "あのー", "んー", "うーん", "ええと"],
  ko: ["음", "어", "으음", "흠"],
  zh: ["呃", "嗯", "唔", "額", "额"],
};

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}ー]/gu, "");

/** Filler words that are not cut yet. */
export function findFillers({ lines, language }: Pick<Transcript, "lines" | "language">) {
  const own = new Set((FILLERS[language.split("-")[0]!] ?? []).map(bare));
  return lines.flatMap(({ text, words }, line) =>
    words.flatMap(({ start, end, cut }, word): WordPosition[] =>
      !cut && own.has(bare(text.slice(start, end))) ? [{ line, word }] : [],
    ),
  );
}

/** Seconds of a cut pause that remain, half at each end. */
const STAYS = 0.5;

/**
 * The parts to be cut from long pauses between words.
 * @param longest seconds above which a pause is shortened
 */
export function findLongPauses(
  { lines, seconds }: Pick<Transcript, "lines" | "seconds">,
  longest: number,
): PauseCut[] {
  const words = lines.flatMap((line) => line.words).filter(({ cut }) => !cut);
  const pauses: PauseCut[] = [];
  let end = 0;
  for (const { from, to } of [...words, { from: seconds, to: seconds }]) {
    if (from - end > Math.max(longest, STAYS))
      pauses.push({ from: end + STAYS / 2, to: from - STAYS / 2 });
    end = Math.max(end, to);
  }
  return words.length === 0 ? [] : pauses;
}
