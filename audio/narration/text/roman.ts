import type { ReadingRule } from "./reading-rule.ts";

const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

/** The value of a Roman numeral; null if it is invalid. */
export function romanValue(written: string): number | null {
  if (!/^(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(written) || written === "")
    return null;
  const digits = Array.from(written, (letter) => VALUES[letter]!);
  return digits.reduce(
    (sum, value, at) => sum + (value < (digits[at + 1] ?? 0) ? -value : value),
    0,
  );
}

/** Names of rulers with numerals, by language. */
const RULERS: Readonly<Record<string, string>> = {
  en: "Louis|Henry|George|Elizabeth|Charles|Edward|James|William|Richard|Philip|Napoleon|Nicholas|Peter|Catherine|Alexander|Frederick|Wilhelm|Pius|Paul|Benedict|Leo|Gregory|Innocent|Urban|Clement|Ivan|Francis|Ferdinand|Leopold|Mary|Victor|Ramses|Ptolemy|Otto|Ludwig",
  de: "Ludwig|Heinrich|Georg|Elisabeth|Karl|Eduard|Jakob|Wilhelm|Richard|Philipp|Napoleon|Nikolaus|Peter|Katharina|Alexander|Friedrich|Pius|Paul|Benedikt|Leo|Gregor|Innozenz|Urban|Franz|Ferdinand|Leopold|Maximilian|Rudolf|Otto|Ramses|August",
  fr: "Louis|Henri|Georges|Élisabeth|Charles|Édouard|Jacques|Guillaume|Richard|Philippe|Napoléon|Nicolas|Pierre|Catherine|Alexandre|Frédéric|Pie|Paul|Benoît|Léon|Grégoire|François|Ferdinand|Léopold|Ramsès|Othon|Robert",
  nl: "Lodewijk|Hendrik|George|Elizabeth|Karel|Eduard|Jacobus|Willem|Richard|Filips|Napoleon|Nicolaas|Peter|Catharina|Alexander|Frederik|Pius|Paulus|Benedictus|Leo|Gregorius|Frans|Ferdinand|Leopold|Ramses|Otto",
  ru: "Людовик|Генрих|Георг|Карл|Эдуард|Яков|Вильгельм|Ричард|Филипп|Наполеон|Николай|Пётр|Александр|Фридрих|Пий|Павел|Бенедикт|Лев|Григорий|Иван|Франц|Фердинанд|Леопольд|Рамзес|Оттон",
};
/** Nouns that are numbered with Roman numerals, by language. */
const COUNTED: Readonly<Record<string, string>> = {
  en: "[Cc]hapter|[Pp]art|[Bb]ook|[Vv]olume|[Aa]ct|[Ss]cene|[Ss]ection|[Aa]ppendix|[Aa]rticle|[Tt]itle|[Bb]owl|[Ff]igure|[Tt]able|[Pp]hase|[Pp]salm|[Cc]anto|[Ww]ar",
  de: "Kapitel|Teil|Buch|Band|Akt|Szene|Abschnitt|Anhang|Artikel|Tafel|Psalm|Stufe|Phase|Weltkrieg",
  fr: "[Cc]hapitre|[Pp]artie|[Ll]ivre|[Tt]ome|[Vv]olume|[Aa]cte|[Ss]cène|[Aa]nnexe|[Aa]rticle|[Tt]itre|[Pp]saume|[Pp]hase|[Ss]iècle",
  nl: "[Hh]oofdstuk|[Dd]eel|[Bb]oek|[Bb]and|[Aa]kte|[Ss]cène|[Bb]ijlage|[Aa]rtikel|[Pp]salm|[Ff]ase",
  ru: "[Гг]лав[аеуы]|[Чч]аст[ьи]|[Кк]ниг[аеиу]|[Тт]ом|[Аа]кт|[Сс]цен[аеуы]|[Рр]аздел|[Пп]риложени[ея]|[Сс]тать[яиею]|[Пп]салом|[Фф]аз[аеуы]",
};
const RULERS_HER = /^(?:Elisabeth|Katharina|Catharina|Elizabeth|Mary)$/;

/**
 * Roman numerals of at least two letters: of rulers, of centuries and the like.
 * @param speak ordinal of a ruler with its article; `hers` for a queen
 */
export function romanRules(
  language: string,
  speak: (value: number, hers: boolean) => string,
): readonly ReadingRule[] {
  const rulers = RULERS[language];
  if (rulers === undefined) return [];
  return [
    {
      pattern: new RegExp(
        String.raw`(?<=(?<![\p{L}])(${rulers})\s)([IVXLC]{1,6})(?![\p{L}\p{N}])\.?(?=\s\p{Ll}|[,;:!?)]|\s?$|\s\()`,
        "gu",
      ),
      read: ([, name, numeral]) => {
        const value = romanValue(numeral!);
        return value === null ? null : speak(value, RULERS_HER.test(name!));
      },
    },
    {
      // Sizes, copies and surnames (“XL”, “CC”, “Li”) look like numerals, so these need a counted
      // noun.
      pattern: new RegExp(
        String.raw`(?<=\p{L}\s)(?:(?!XX)[IVX]{2,6}|(?<=(?<!\p{L})(?:${COUNTED[language]!})\s)[IVXLC]{1,6})(?![\p{L}\p{N}])`,
        "gu",
      ),
      read: ([numeral]) => {
        const value = romanValue(numeral);
        return value === null ? null : String(value);
      },
    },
  ];
}
