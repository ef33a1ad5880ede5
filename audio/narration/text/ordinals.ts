const FIRST_DE =
  "nullte erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte".split(
    " ",
  );
const TEENS_DE = "dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(" ");
const ONES_DE = [
  "",
  ..."einund zweiund dreiund vierund fünfund sechsund siebenund achtund neunund".split(" "),
];
const TENS_DE = " zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" ");

/** A German ordinal up to 99, ending in `e`. */
export function germanOrdinal(value: number): string {
  if (value <= 12) return FIRST_DE[value]!;
  if (value < 20) return `${TEENS_DE[value - 13]!}te`;
  return `${ONES_DE[value % 10]!}${TENS_DE[Math.trunc(value / 10)]!}ste`;
}

const UNDER_TWENTY_NL =
  "nulde eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende vijftiende zestiende zeventiende achttiende negentiende".split(
    " ",
  );
const ONES_NL = " een twee drie vier vijf zes zeven acht negen".split(" ");
const TENS_NL = "  twintig dertig veertig vijftig zestig zeventig tachtig negentig".split(" ");

/** A Dutch ordinal up to 99. */
export function dutchOrdinal(value: number): string {
  if (value < 20) return UNDER_TWENTY_NL[value]!;
  const ones = ONES_NL[value % 10]!;
  const joint = ones === "" ? "" : ones.endsWith("e") ? "ën" : "en";
  return `${ones}${joint}${TENS_NL[Math.trunc(value / 10)]!}ste`;
}

const STEMS_RU =
  "нулев перв втор трет четвёрт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат".split(
    " ",
  );
const TENS_RU =
  "  двадцат тридцат сороков пятидесят шестидесят семидесят восьмидесят девяност".split(" ");
const WHOLE_TENS_RU =
  "  двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто".split(" ");
/** Stems whose masculine form ends in a stressed `ой`. */
const STRESSED_RU = /^(?:втор|шест|седьм|восьм|сороков|нулев)$/;

/** A Russian ordinal up to 99, from the letters after its digits: `21-го`, `5-я`. */
export function russianOrdinal(value: number, letters: string): string | null {
  const isTens = value >= 20 && value % 10 === 0;
  const stem = isTens ? TENS_RU[value / 10]! : STEMS_RU[value < 20 ? value : value % 10]!;
  const before = value > 20 && !isTens ? `${WHOLE_TENS_RU[Math.trunc(value / 10)]!} ` : "";
  const endings: Readonly<Record<string, string>> =
    stem === "трет"
      ? { й: "ий", я: "ья", е: "ье", го: "ьего", му: "ьему", м: "ьем", ю: "ью", х: "ьих" }
      : {
          й: STRESSED_RU.test(stem) ? "ой" : "ый",
          я: "ая",
          // Decades are plural: `90-е годы`.
          е: isTens ? "ые" : "ое",
          го: "ого",
          му: "ому",
          м: "ом",
          ю: "ую",
          х: "ых",
        };
  const ending = endings[letters];
  return ending === undefined ? null : before + stem + ending;
}
