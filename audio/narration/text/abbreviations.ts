import { endsInMonth } from "./short-months.ts";

import { type Table, EASTERN } from "./abbreviations-east.ts";

/**
 * Abbreviations and their full forms by language. Only those that are the same in several
 * grammatical cases; those that are also words have a suffix from `CONDITIONS`.
 */
const ABBREVIATIONS: Readonly<Record<string, Table>> = {
  en: {
    "Dr.": "Doctor",
    "Mr.": "Mister",
    "Mrs.": "Missus",
    "Ms.": "Miz",
    "Prof.": "Professor",
    "St.": "Saint",
    "Jr.": "Junior",
    "Sr.": "Senior",
    "vs.": "versus",
    "etc.": "et cetera",
    "e.g.": "for example",
    "i.e.": "that is",
    "approx.": "approximately",
    "No. #": "number",
    "Inc.": "Incorporated",
    "Ltd.": "Limited",
    "Ave.": "Avenue",
    "a.m.": "A M",
    "p.m.": "P M",
    "Fig. #": "Figure",
    "Vol. #": "Volume",
    "pp. #": "pages",
    "ca.": "circa",
    "Mon.": "Monday",
    "Tue.": "Tuesday",
    "Wed.": "Wednesday",
    "Thu.": "Thursday",
    "Fri.": "Friday",
    "Blvd.": "Boulevard",
    "Rd.": "Road",
    "Dept.": "Department",
    "Ph.D.": "P H D",
    vs: "versus",
  },
  de: {
    "Dr.": "Doktor",
    "Prof.": "Professor",
    "Hr.": "Herr",
    "Fr.": "Frau",
    "z. B.": "zum Beispiel",
    "z.B.": "zum Beispiel",
    "d. h.": "das heißt",
    "d.h.": "das heißt",
    "u. a.": "unter anderem",
    "u.a.": "unter anderem",
    "usw.": "und so weiter",
    "bzw.": "beziehungsweise",
    "ca.": "circa",
    "evtl.": "eventuell",
    "ggf.": "gegebenenfalls",
    "inkl.": "inklusive",
    "Nr.": "Nummer",
    "Str.": "Straße",
    "St.": "Sankt",
    "vgl.": "vergleiche",
    "zzgl.": "zuzüglich",
    "Abb.": "Abbildung",
    "Bd.": "Band",
    "S. #": "Seite",
    "Mio.": "Millionen",
    "Mrd.": "Milliarden",
    "Abs. #": "Absatz",
    "Art. #": "Artikel",
    "Tel.": "Telefon",
    "max. #": "maximal",
    "min. #": "mindestens",
    "etc.": "et cetera",
    "MwSt.": "Mehrwertsteuer",
    "n. Chr.": "nach Christus",
    "v. Chr.": "vor Christus",
    USA: "U S A",
    EU: "E U",
    KI: "K I",
    UN: "U N",
    ARD: "A R D",
  },
  es: {
    "Sr.": "señor",
    "Sra.": "señora",
    "Srta.": "señorita",
    "Dr.": "doctor",
    "Dra.": "doctora",
    "D. @": "don",
    "Dña.": "doña",
    "Prof.": "profesor",
    "Ud.": "usted",
    "Uds.": "ustedes",
    "EE. UU.": "Estados Unidos",
    "etc.": "etcétera",
    "p. ej.": "por ejemplo",
    "núm.": "número",
    "pág.": "página",
    "págs.": "páginas",
    "aprox.": "aproximadamente",
    "Avda.": "avenida",
    "tel.": "teléfono",
    "a. C.": "antes de Cristo",
    "d. C.": "después de Cristo",
    "n.º": "número",
    "art. #": "artículo",
    "D.ª": "doña",
    "C/": "calle",
    UE: "U E",
  },
  fr: {
    "M. @": "monsieur",
    Mme: "madame",
    Mlle: "mademoiselle",
    "MM.": "messieurs",
    Dr: "docteur",
    Pr: "professeur",
    "p. ex.": "par exemple",
    "c.-à-d.": "c'est-à-dire",
    "etc.": "et cetera",
    "env.": "environ",
    "av. J.-C.": "avant Jésus-Christ",
    "apr. J.-C.": "après Jésus-Christ",
    "n°": "numéro",
    "N°": "numéro",
    bd: "boulevard",
    "tél.": "téléphone",
    "vol. #": "volume",
    "chap.": "chapitre",
    "1er": "premier",
    "1re": "première",
    "art. #": "article",
    Cie: "compagnie",
    UE: "U E",
  },
  it: {
    "Sig.": "signor",
    "Sig.ra": "signora",
    "Dott.": "dottor",
    "Dott.ssa": "dottoressa",
    "Prof.": "professor",
    "Ing.": "ingegner",
    "Avv.": "avvocato",
    "ecc.": "eccetera",
    "p. es.": "per esempio",
    "n. #": "numero",
    "pag.": "pagina",
    "pagg.": "pagine",
    "tel.": "telefono",
    "a.C.": "avanti Cristo",
    "d.C.": "dopo Cristo",
    "ca.": "circa",
    "cap. #": "capitolo",
    "S.p.A.": "società per azioni",
    "v.le": "viale",
    "ad es.": "ad esempio",
    "art. #": "articolo",
    "V.le": "viale",
    "P.za": "piazza",
    USA: "U S A",
  },
  nl: {
    "dhr.": "de heer",
    "mevr.": "mevrouw",
    "mw.": "mevrouw",
    "dr.": "doctor",
    "prof.": "professor",
    "ir.": "ingenieur",
    "bijv.": "bijvoorbeeld",
    "bv.": "bijvoorbeeld",
    "d.w.z.": "dat wil zeggen",
    "enz.": "enzovoort",
    "o.a.": "onder andere",
    "m.b.t.": "met betrekking tot",
    "i.p.v.": "in plaats van",
    "t.e.m.": "tot en met",
    "t/m": "tot en met",
    "a.u.b.": "alstublieft",
    "nr.": "nummer",
    "blz.": "bladzijde",
    "ca.": "circa",
    "incl.": "inclusief",
    "excl.": "exclusief",
    "str.": "straat",
    "mln.": "miljoen",
    "tel. #": "telefoon",
    "max. #": "maximaal",
    "art. #": "artikel",
    "v.Chr.": "voor Christus",
    "n.Chr.": "na Christus",
    "mld.": "miljard",
    EU: "E U",
  },
  "pt-br": {
    "Sr.": "senhor",
    "Sra.": "senhora",
    "Dr.": "doutor",
    "Dra.": "doutora",
    "Prof.": "professor",
    "Profa.": "professora",
    "etc.": "et cetera",
    "p. ex.": "por exemplo",
    "pág.": "página",
    "págs.": "páginas",
    nº: "número",
    "n.º": "número",
    "Av.": "avenida",
    "R. @": "rua",
    "tel.": "telefone",
    "a.C.": "antes de Cristo",
    "d.C.": "depois de Cristo",
    "aprox.": "aproximadamente",
    "Ltda.": "limitada",
    "cap. #": "capítulo",
    "art. #": "artigo",
    "obs.": "observação",
  },
  ...EASTERN,
};

/** An abbreviation and its full form. */
export interface Abbreviation {
  readonly short: string;
  readonly full: string;
  /** A regular expression for the required context after it; empty for none. */
  readonly condition: string;
}

/**
 * Required context after abbreviations that are also words or letters, by the last character of
 * their keys.
 */
const CONDITIONS: Readonly<Record<string, string>> = {
  // “No. 7”, but “He said no.”
  "#": String.raw`(?=:?\s?[+(]?\d)`,
  // “D. Juan”, but “vitamina D.”
  "@": String.raw`(?=\s\p{Lu})`,
};

/** Abbreviations of a language, longest first. */
export const abbreviationsOf = (language: string): readonly Abbreviation[] =>
  Object.entries(ABBREVIATIONS[language] ?? {})
    .map(([key, full]) => ({
      short: key.replace(/ [#@]$/, ""),
      full,
      condition: CONDITIONS[key.at(-1)!] ?? "",
    }))
    .sort((a, b) => b.short.length - a.short.length);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/**
 * A regular expression for a text that is not adjacent to letters or digits. A single letter after
 * an apostrophe ends a word (“geht’s.”), whereas “l’av.” begins one.
 */
export const standingAlone = (text: string, condition = ""): string =>
  (/^[\p{L}\p{N}]/u.test(text) ? String.raw`(?<![\p{L}\p{N}])` : "") +
  (/^\p{L}\P{L}*$/u.test(text) ? String.raw`(?<!\p{L}['’])` : "") +
  escaped(text) +
  (/[\p{L}\p{N}]$/u.test(text) ? String.raw`(?![\p{L}\p{N}])` : "") +
  condition;

const INITIAL = /(?:^|\s)\p{Lu}\.\s*$/u;

/** Abbreviations that often end a sentence, whatever follows. */
const ENDING = new Set(
  "etc.|usw.|ecc.|enz.|dll.|dsb.|a.m.|p.m.|Ud.|Uds.|др.|т.д.|т. д.|т.п.|т. п.".split("|"),
);

interface Short {
  readonly text: string;
  /** Sticky: matches from the first letter on. */
  readonly pattern: RegExp;
}
const shorts = new Map<string, readonly Short[]>();
/**
 * Texts that end with a period without ending a sentence: abbreviations, and `z. B.` up to each of
 * its spaces.
 */
function shortsOf(language: string): readonly Short[] {
  const found = shorts.get(language);
  if (found) return found;
  const made = abbreviationsOf(language)
    .flatMap(({ short, condition }) => [
      ...[...short.matchAll(/ /g)].map(
        ({ index }) => [short.slice(0, index), `(?=${escaped(short.slice(index))})`] as const,
      ),
      [short, condition] as const,
    ])
    .filter(([text]) => text.endsWith(".") && !ENDING.has(text))
    .map(([text, condition]) => ({
      text,
      pattern: new RegExp(standingAlone(text, condition), "uy"),
    }));
  shorts.set(language, made);
  return made;
}

/**
 * Whether a text ends with an abbreviation and the sentence continues.
 * @param following the text after it
 */
export function isAbbreviation(text: string, language: string, following = ""): boolean {
  const end = text.trimEnd();
  const whole = text + following;
  if (INITIAL.test(end) || endsInMonth(end, language, whole.slice(end.length))) return true;
  return shortsOf(language).some(({ text: short, pattern }) => {
    if (!end.endsWith(short)) return false;
    pattern.lastIndex = end.length - short.length;
    return pattern.test(whole);
  });
}
