/** Numbers, dates, prices and durations in a page's language. */
export interface Format {
  number(value: number): string;
  /** @param day YYYY-MM-DD */
  date(day: string): string;
  /** @param currency ISO 4217 */
  price(amount: number, currency: string): string;
  /** Facts one after the other. */
  list(items: readonly string[]): string;
  /** First sentence of a text. */
  firstSentence(text: string): string;
  /** Name of a language, such as `en-US`. */
  language(tag: string): string;
}

export function createFormat(language: string, dir: "ltr" | "rtl" = "ltr"): Format {
  const number = new Intl.NumberFormat(language);
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const languages = new Intl.DisplayNames([language], { type: "language" });
  const lists = new Intl.ListFormat(language);
  const sentences = new Intl.Segmenter(language, { granularity: "sentence" });
  const firsts = new Map<string, string>();
  const prices = new Map<string, Intl.NumberFormat>();
  return {
    number: (value) => number.format(value),
    date: (day) => date.format(new Date(`${day}T00:00:00Z`)),
    price: (amount, currency) => {
      const digits = Number.isInteger(amount) ? 0 : 2;
      const key = `${currency} ${digits}`;
      let format = prices.get(key);
      if (!format) {
        format = new Intl.NumberFormat(language, {
          style: "currency",
          currency,
          minimumFractionDigits: digits,
          maximumFractionDigits: 3,
        });
        prices.set(key, format);
      }
      // Amount and currency keep their order in a text from right to left.
      return dir === "rtl" ? `\u2066${format.format(amount)}\u2069` : format.format(amount);
    },
    list: (items) => lists.format(items),
    firstSentence: (text) => {
      let first = firsts.get(text);
      if (first === undefined) {
        const [segment] = sentences.segment(text);
        firsts.set(text, (first = segment?.segment ?? ""));
      }
      return first;
    },
    language: (tag) => languages.of(tag) ?? tag,
  };
}
