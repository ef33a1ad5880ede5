/** The sentences of `SPOKEN` by locale: what Audio translator speaks in its sample. */
export const SAMPLE_LINES: Readonly<Record<string, readonly string[]>> = {
  en: ["He was not an ill disposed young man.", "He might even have been made amiable himself."],
  ar: ["لم يكن شابًا سيئ الطباع.", "وربما صار هو نفسه لطيفًا."],
  de: [
    "Er war kein übel gesinnter junger Mann.",
    "Er hätte sogar selbst liebenswürdig werden können.",
  ],
  es: ["No era un joven de mala índole.", "Él mismo podría incluso haber llegado a ser amable."],
  fr: ["Ce n’était pas un jeune homme mal disposé.", "Il aurait même pu devenir aimable lui-même."],
  id: ["Dia bukan pemuda yang berhati buruk.", "Dia bahkan bisa saja menjadi orang yang ramah."],
  it: [
    "Non era un giovane d’animo cattivo.",
    "Sarebbe potuto diventare perfino amabile lui stesso.",
  ],
  ja: ["彼は意地の悪い青年ではなかった。", "彼も感じのよい人になれただろう。"],
  ko: ["그는 심성이 나쁜 청년이 아니었다.", "그도 상냥해질 수 있었을 것이다."],
  nl: ["Hij was geen kwaadaardige jongeman.", "Hij had zelfs een beminnelijk mens kunnen worden."],
  "pt-br": ["Ele não era um jovem de má índole.", "Poderia até ter se tornado amável."],
  ru: ["Он не был молодым человеком дурного нрава.", "Он и сам мог бы стать приятным человеком."],
  zh: ["他并不是个坏心眼的青年。", "他自己甚至也会变得可亲。"],
  "zh-tw": ["他並不是個壞心眼的青年。", "他自己甚至也會變得可親。"],
};

/** Language that the sample is translated into, where the page's own is that of the recording. */
const OTHER_THAN_ENGLISH = "es";

/**
 * Locale that the sample of Audio translator is translated into.
 * @param locale of the page
 */
export const translationOf = (locale: string): string =>
  locale === "en" || !(locale in SAMPLE_LINES) ? OTHER_THAN_ENGLISH : locale;
