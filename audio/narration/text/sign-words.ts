/** One template for all numbers, or one per plural form. */
export type Measured =
  | string
  | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

/** Names of symbols and short scales, by language. */
export interface SignWords {
  readonly minus: string;
  readonly plusMinus: string;
  readonly times: string;
  /** `{n}`: the number, `{u}`: the unit, `{l}`: the unit in lowercase. */
  readonly square: Measured;
  readonly cubic: Measured;
  /** `½`, alone or as `1/2`, then thirds and quarters. */
  readonly fractions: Readonly<Record<string, string>>;
  /** Written and spoken words for large numbers. */
  readonly scales: Readonly<Record<string, string>>;
  /** Between such a word and a currency. */
  readonly of: string;
  /** Decimal point, if the voice omits it. */
  readonly point?: string;
}

const WRITTEN = ["1/2", "1/3", "2/3", "1/4", "3/4"];
const fractions = (...spoken: readonly string[]): Record<string, string> =>
  Object.fromEntries(WRITTEN.map((written, at) => [written, spoken[at]!]));
const same = (words: string): Record<string, string> =>
  Object.fromEntries(words.split(" ").map((word) => [word, word]));

/** By locale code. */
export const SIGN_WORDS: Readonly<Record<string, SignWords>> = {
  en: {
    minus: "minus",
    plusMinus: "plus or minus",
    times: "times",
    square: "{n} square {u}",
    cubic: "{n} cubic {u}",
    fractions: fractions("one half", "one third", "two thirds", "one quarter", "three quarters"),
    scales: {
      ...same("thousand million billion trillion"),
      k: "thousand",
      K: "thousand",
      m: "million",
      mn: "million",
      M: "million",
      bn: "billion",
      B: "billion",
      tn: "trillion",
    },
    of: " ",
  },
  ar: {
    minus: "سالب",
    plusMinus: "زائد أو ناقص",
    times: "في",
    square: {
      one: "{u} مربع",
      two: "{u}ان مربعان",
      few: "{n} {u} مربعة",
      many: "{n} {u} مربعًا",
      other: "{n} {u} مربع",
    },
    cubic: {
      one: "{u} مكعب",
      two: "{u}ان مكعبان",
      few: "{n} {u} مكعبة",
      many: "{n} {u} مكعبًا",
      other: "{n} {u} مكعب",
    },
    fractions: fractions("نصف", "ثلث", "ثلثان", "ربع", "ثلاثة أرباع"),
    scales: same("ألف مليون مليار تريليون"),
    of: " ",
  },
  de: {
    minus: "minus",
    plusMinus: "plus minus",
    times: "mal",
    square: "{n} Quadrat{l}",
    cubic: "{n} Kubik{l}",
    fractions: fractions("ein halb", "ein Drittel", "zwei Drittel", "ein Viertel", "drei Viertel"),
    scales: {
      ...same("Tausend Million Millionen Milliarde Milliarden Billion Billionen"),
      "Tsd.": "Tausend",
      "Mio.": "Millionen",
      "Mrd.": "Milliarden",
      "Bio.": "Billionen",
    },
    of: " ",
  },
  es: {
    minus: "menos",
    plusMinus: "más menos",
    times: "por",
    square: { one: "{n} {u} cuadrado", other: "{n} {u} cuadrados" },
    cubic: { one: "{n} {u} cúbico", other: "{n} {u} cúbicos" },
    fractions: fractions("medio", "un tercio", "dos tercios", "un cuarto", "tres cuartos"),
    scales: same("millón millones billón billones"),
    of: " de ",
  },
  fr: {
    minus: "moins",
    plusMinus: "plus ou moins",
    times: "fois",
    square: { one: "{n} {u} carré", other: "{n} {u} carrés" },
    cubic: { one: "{n} {u} cube", other: "{n} {u} cubes" },
    fractions: fractions("un demi", "un tiers", "deux tiers", "un quart", "trois quarts"),
    scales: { ...same("million millions milliard milliards"), Md: "milliards", M: "millions" },
    of: " d'",
  },
  id: {
    minus: "minus",
    plusMinus: "plus minus",
    times: "kali",
    square: "{n} {u} persegi",
    cubic: "{n} {u} kubik",
    fractions: fractions("setengah", "sepertiga", "dua pertiga", "seperempat", "tiga perempat"),
    scales: same("ribu juta miliar triliun"),
    of: " ",
  },
  it: {
    minus: "meno",
    plusMinus: "più o meno",
    times: "per",
    square: { one: "{n} {u} quadrato", other: "{n} {u} quadrati" },
    cubic: { one: "{n} {u} cubo", other: "{n} {u} cubi" },
    fractions: fractions("mezzo", "un terzo", "due terzi", "un quarto", "tre quarti"),
    scales: { ...same("milione milioni miliardo miliardi"), mln: "milioni", mld: "miliardi" },
    of: " di ",
  },
  ja: {
    minus: "マイナス",
    plusMinus: "プラスマイナス",
    times: "かける",
    square: "{n}平方{u}",
    cubic: "{n}立方{u}",
    fractions: {},
    scales: same("千 万 億 兆"),
    of: "",
    point: "点",
  },
  ko: {
    minus: "마이너스 ",
    plusMinus: "플러스마이너스",
    times: "곱하기",
    square: "{n}제곱{u}",
    cubic: "{n}세제곱{u}",
    fractions: {},
    scales: same("천 만 억 조"),
    of: " ",
    point: "점",
  },
  nl: {
    minus: "min",
    plusMinus: "plus min",
    times: "keer",
    square: "{n} vierkante {u}",
    cubic: "{n} kubieke {u}",
    fractions: fractions("een half", "een derde", "twee derde", "een kwart", "drie kwart"),
    scales: {
      ...same("duizend miljoen miljard biljoen"),
      "mln.": "miljoen",
      mln: "miljoen",
      "mld.": "miljard",
      mld: "miljard",
    },
    of: " ",
  },
  "pt-br": {
    minus: "menos",
    plusMinus: "mais ou menos",
    times: "vezes",
    square: { one: "{n} {u} quadrado", other: "{n} {u} quadrados" },
    cubic: { one: "{n} {u} cúbico", other: "{n} {u} cúbicos" },
    fractions: fractions("meio", "um terço", "dois terços", "um quarto", "três quartos"),
    scales: {
      ...same("milhão milhões bilhão bilhões trilhão trilhões"),
      mi: "milhões",
      bi: "bilhões",
    },
    of: " de ",
  },
  ru: {
    minus: "минус",
    plusMinus: "плюс-минус",
    times: "умножить на",
    square: { one: "{n} квадратный {u}", other: "{n} квадратных {u}" },
    cubic: { one: "{n} кубический {u}", other: "{n} кубических {u}" },
    fractions: fractions("половина", "одна треть", "две трети", "одна четверть", "три четверти"),
    scales: same("тысяч миллион миллиона миллионов миллиард миллиарда миллиардов"),
    of: " ",
  },
  zh: {
    minus: "负",
    plusMinus: "正负",
    times: "乘以",
    square: "{n}平方{u}",
    cubic: "{n}立方{u}",
    fractions: {},
    scales: same("千 万 亿 万亿"),
    of: "",
    point: "点",
  },
  "zh-tw": {
    minus: "負",
    plusMinus: "正負",
    times: "乘以",
    square: "{n}平方{u}",
    cubic: "{n}立方{u}",
    fractions: {},
    scales: same("千 萬 億 兆"),
    of: "",
    point: "點",
  },
};

/** Unicode fractions as two numbers. */
export const VULGAR: Readonly<Record<string, string>> = {
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
};
