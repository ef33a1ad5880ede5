import { endsInMonth } from "./short-months.ts";

import type { Table } from "./abbreviations-east.ts";
import { EASTERN } from "./abbreviations-east.ts";

/**
 * What is written short and read in full, by language. Those that read the same in several cases only; with
 * ` #` behind them those that are words of their own but before a number.
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
    "S.": "Seite",
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
    "D.": "don",
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
    "M.": "monsieur",
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
    "R.": "rua",
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

/** An abbreviation, and what it stands for. */
export interface Abbreviation {
  readonly short: string;
  readonly full: string;
  /** It is one before a number alone: “No. 7”, but “He said no.” */
  readonly isCounted: boolean;
}

/** Abbreviations of a language, the longest first. */
export const abbreviationsOf = (language: string): readonly Abbreviation[] =>
  Object.entries(ABBREVIATIONS[language] ?? {})
    .map(([key, full]) => ({
      short: key.replace(/ #$/, ""),
      full,
      isCounted: key.endsWith(" #"),
    }))
    .sort((a, b) => b.short.length - a.short.length);

const INITIAL = /(?:^|\s)\p{Lu}\.\s*$/u;

/** Abbreviations that often stand at the end of a sentence: what follows decides nothing. */
const ENDING = new Set(["etc.", "usw.", "ecc.", "enz.", "dll.", "dsb.", "a.m.", "p.m."]);

/** An abbreviation of several parts, up to each of its spaces: `z.` of `z. B.`, and the whole. */
const beginnings = (short: string): string[] =>
  [...short.matchAll(/ /g)].map(({ index }) => short.slice(0, index)).concat(short);

/** Whether a text ends in an abbreviation behind which a sentence goes on. */
export function isAbbreviation(text: string, language: string): boolean {
  const end = text.trimEnd();
  if (INITIAL.test(end) || endsInMonth(end, language)) return true;
  return abbreviationsOf(language)
    .flatMap(({ short }) => beginnings(short))
    .some(
      (short) =>
        short.endsWith(".") &&
        !ENDING.has(short) &&
        end.endsWith(short) &&
        !/[\p{L}\p{N}]/u.test(end.at(-short.length - 1) ?? ""),
    );
}
