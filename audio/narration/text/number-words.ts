/** Words around numbers, by language. */
export interface NumberWords {
  /** BCP 47 tag for `Intl` names of currencies, units and months. */
  readonly tag: string;
  /** Order of numeric dates. */
  readonly dates: "dmy" | "mdy" | "ymd";
  /** Between the two numbers of a range. */
  readonly to: string;
  /**
   * Template with `{h}` and `{m}`; `units`: as hours and minutes; missing: the voice reads times
   * correctly.
   */
  readonly time?: string;
  /** Template for a full hour. */
  readonly hour?: string;
  /** Words before and after the hundredths of a currency; missing: as a decimal number. */
  readonly cents?: readonly [before: string, after: string];
  /** Template for percentages, if the voice reads the sign incorrectly. */
  readonly percent?: string;
  readonly signs: Readonly<Partial<Record<"&" | "+" | "=" | "<" | ">" | "@" | "#", string>>>;
  /** The dot in a web address. */
  readonly dot: string;
  /** Currencies by symbol, in addition to the common ones. */
  readonly currencies?: Readonly<Record<string, string>>;
  /** Spoken names of currencies that differ from the platform's names. */
  readonly money?: readonly (readonly [name: RegExp, said: string])[];
}

/** By locale code. */
export const NUMBER_WORDS: Readonly<Record<string, NumberWords>> = {
  en: {
    tag: "en-US",
    dates: "mdy",
    to: "to",
    cents: [" and ", " cents"],
    signs: {
      "&": "and",
      "+": "plus",
      "=": "equals",
      "<": "less than",
      ">": "greater than",
      "@": "at",
    },
    dot: "dot",
    money: [
      [/US dollar/, "dollar"],
      [/British pound/, "pound"],
    ],
  },
  ar: {
    tag: "ar-u-nu-latn",
    dates: "dmy",
    to: "إلى",
    time: "{h} و{m} دقيقة",
    hour: "{h}",
    percent: "{n} بالمئة",
    signs: { "&": "و", "+": "زائد", "=": "يساوي", "<": "أصغر من", ">": "أكبر من", "@": "آت" },
    dot: "نقطة",
  },
  de: {
    tag: "de-DE",
    dates: "dmy",
    to: "bis",
    time: "{h} Uhr {m}",
    hour: "{h} Uhr",
    cents: [" ", ""],
    signs: {
      "&": "und",
      "+": "plus",
      "=": "gleich",
      "<": "kleiner als",
      ">": "größer als",
      "@": "ät",
    },
    dot: "Punkt",
    money: [
      [/US-Dollar/, "Dollar"],
      [/Britische.? Pfund/, "Pfund"],
    ],
  },
  es: {
    tag: "es-ES",
    dates: "dmy",
    to: "a",
    time: "{h} y {m}",
    hour: "{h} en punto",
    cents: [" con ", ""],
    signs: {
      "&": "y",
      "+": "más",
      "=": "igual a",
      "<": "menor que",
      ">": "mayor que",
      "@": "arroba",
    },
    dot: "punto",
    money: [[/ estadounidenses?/, ""]],
  },
  fr: {
    tag: "fr-FR",
    dates: "dmy",
    to: "à",
    time: "{h} heures {m}",
    hour: "{h} heures",
    cents: [" ", ""],
    signs: {
      "&": "et",
      "+": "plus",
      "=": "égale",
      "<": "inférieur à",
      ">": "supérieur à",
      "@": "arobase",
    },
    dot: "point",
    money: [
      [/ des États-Unis/, ""],
      [/ sterling/, ""],
    ],
  },
  id: {
    tag: "id-ID",
    dates: "dmy",
    to: "sampai",
    time: "{h} lewat {m} menit",
    hour: "{h}",
    signs: {
      "&": "dan",
      "+": "tambah",
      "=": "sama dengan",
      "<": "kurang dari",
      ">": "lebih dari",
      "@": "at",
    },
    dot: "titik",
    currencies: { Rp: "IDR", "Rp.": "IDR", IDR: "IDR" },
    money: [
      [/Rupiah Indonesia/, "rupiah"],
      [/Dolar Amerika Serikat/, "dolar"],
    ],
  },
  it: {
    tag: "it-IT",
    dates: "dmy",
    to: "a",
    time: "{h} e {m}",
    hour: "{h}",
    cents: [" e ", ""],
    signs: {
      "&": "e",
      "+": "più",
      "=": "uguale",
      "<": "minore di",
      ">": "maggiore di",
      "@": "chiocciola",
    },
    dot: "punto",
    money: [[/ statunitens[ei]/, ""]],
  },
  ja: {
    tag: "ja-JP",
    dates: "ymd",
    to: "から",
    time: "{h}時{m}分",
    hour: "{h}時",
    percent: "{n}パーセント",
    signs: {
      "&": "アンド",
      "+": "プラス",
      "=": "イコール",
      "<": "小なり",
      ">": "大なり",
      "@": "アットマーク",
    },
    dot: "ドット",
    money: [[/米ドル/, "ドル"]],
  },
  ko: {
    tag: "ko-KR",
    dates: "ymd",
    to: "에서",
    time: "{h}시 {m}분",
    hour: "{h}시",
    percent: "{n}퍼센트",
    signs: {
      "&": "앤드",
      "+": "더하기",
      "=": "는",
      "<": "보다 작은",
      ">": "보다 큰",
      "@": "골뱅이",
    },
    dot: "점",
    money: [
      [/대한민국 원/, "원"],
      [/미국 달러/, "달러"],
    ],
  },
  nl: {
    tag: "nl-NL",
    dates: "dmy",
    to: "tot",
    time: "{h} uur {m}",
    hour: "{h} uur",
    cents: [" ", ""],
    signs: {
      "&": "en",
      "+": "plus",
      "=": "is gelijk aan",
      "<": "kleiner dan",
      ">": "groter dan",
      "@": "at",
    },
    dot: "punt",
    money: [[/Amerikaanse dollar/, "dollar"]],
  },
  "pt-br": {
    tag: "pt-BR",
    dates: "dmy",
    to: "a",
    time: "{h} horas e {m}",
    hour: "{h} horas",
    cents: [" e ", " centavos"],
    signs: {
      "&": "e",
      "+": "mais",
      "=": "igual a",
      "<": "menor que",
      ">": "maior que",
      "@": "arroba",
    },
    dot: "ponto",
    money: [
      [/[Rr]e(al|ais) brasileiros?/, "re$1"],
      [/[Dd]ólar americano/, "dólar"],
      [/[Dd]ólares americanos/, "dólares"],
    ],
  },
  ru: {
    tag: "ru-RU",
    dates: "dmy",
    to: "до",
    time: "units",
    signs: { "&": "и", "+": "плюс", "=": "равно", "<": "меньше", ">": "больше", "@": "собака" },
    dot: "точка",
    currencies: { "руб.": "RUB" },
    money: [
      [/(?<!\S)российски[йхе]\S* /, ""],
      [/ США/, ""],
    ],
  },
  zh: {
    tag: "zh-CN",
    dates: "ymd",
    to: "到",
    time: "{h}点{m}分",
    hour: "{h}点",
    percent: "百分之{n}",
    signs: { "&": "和", "+": "加", "=": "等于", "<": "小于", ">": "大于", "@": "艾特" },
    dot: "点",
    currencies: { "¥": "CNY", "￥": "CNY" },
    money: [[/人民币/, "元"]],
  },
  "zh-tw": {
    tag: "zh-TW",
    dates: "ymd",
    to: "到",
    time: "{h}點{m}分",
    hour: "{h}點",
    percent: "百分之{n}",
    signs: { "&": "和", "+": "加", "=": "等於", "<": "小於", ">": "大於", "@": "小老鼠" },
    dot: "點",
    currencies: { $: "TWD" },
    money: [
      [/新台幣/, "元"],
      [/美元/, "美元"],
    ],
  },
};
