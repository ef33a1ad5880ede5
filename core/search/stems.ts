import { folded } from "./fold.ts";

/**
 * Inflectional endings by language, in the form that `folded` produces. They are removed so that
 * all forms of a word share a stem; the stem need not be a word.
 */
const ENDINGS: Readonly<Record<string, string>> = {
  en: "izations isations ization isation izers isers izer iser izing ising izes ises ized ised ize ise ations ation ators ator ating ates ated ings ing ers er or ors ed es al als e s ment ments ly",
  de: "ierungen ierung ierend ierte iert iere ieren ierer ungen ung enden ende end ern erin er en em es est et te ten t e n s",
  es: "aciones acion adores adoras ador adora andolo andola ando iendo arlos arlas arlo arla ados adas ado ada idos idas ido ida amos emos imos ar er ir ales al es os as o a e s",
  fr: "issements issement ements ement ations ation ateurs ateur atrice euses euse eurs eur antes ants ante ant ees es ee er ez ent ir is it aux al e s x",
  it: "azioni azione atori atore atrice andolo andola ando endo ati ata ate ato iti ita ito uti uta uto are ere ire arlo arla mente menti mento i e a o",
  pt: "acoes acao adores adora ador ando endo indo ados adas ado ada idos idas ido ida amos emos imos ais ar er ir oes ao al es os as o a e s",
  nl: "eringen ering eerde eert eren eer ingen ing heden heid ende end ers er en es et te t d e s",
  ru: "иваниями ивание ования ование аниями ениями ание ание ения ение аниа ениа ивать ывать овать ировать ировани ироват ать ять ить еть уть ыть ает яет ует ают яют уют ишь ешь ите аите еите аи ami ами ями ого его ому ему ыми ими ах ях ам ям ов ев еи ои ыи ии ая яя ое ее ые ие ую юю ом ем ым им ою ею ка ки ку кои ок ку а я о е ы и у ю ь",
  ar: "يات ات ون ين ان ها يه ه ي",
  id: "kannya annya kan nya an i",
};
/** Arabic prefixes, such as articles and conjunctions. */
const ARABIC_START = /^(?:وال|بال|كال|فال|لل|ال)(?=.{3})/;
const INDONESIAN_START: readonly [RegExp, string][] = [
  [/^(?:meny|peny)(?=[aeiou])/, "s"],
  [/^(?:mem|pem)(?=[aeiou])/, "p"],
  [/^(?:men|pen)(?=[aeiou])/, "t"],
  [/^(?:meng|peng|mem|pem|men|pen|me|di|ber|ter|pe)(?=.{4})/, ""],
];
/** Minimum length of a stem. */
const MIN_LENGTH = 3;

const tables = new Map<string, RegExp | null>();

function endingsOf(code: string): RegExp | null {
  let found = tables.get(code);
  if (found === undefined) {
    const list = ENDINGS[code]?.split(" ").map((ending) => folded(ending)) ?? [];
    const longest = [...new Set(list)].sort((a, b) => b.length - a.length);
    found =
      longest.length > 0 ? new RegExp(`(?<=.{${MIN_LENGTH}})(?:${longest.join("|")})$`) : null;
    tables.set(code, found);
  }
  return found;
}

/**
 * Stem of a word.
 * @param word as `folded` returns it
 * @param language BCP 47
 */
export function stemOf(word: string, language: string): string {
  const code = language.split("-")[0]!;
  if (/\d/.test(word)) return word;
  let stem = word;
  if (code === "ar") stem = stem.replace(ARABIC_START, "");
  if (code === "id")
    for (const [start, instead] of INDONESIAN_START)
      if (start.test(stem)) {
        stem = stem.replace(start, instead);
        break;
      }
  const endings = endingsOf(code);
  if (endings) stem = stem.replace(endings, "");
  // "cutting", "trimmed": the ending doubles the letter before it.
  return /^(en|nl)$/.test(code) ? stem.replace(/(?<=..)([bdfgklmnprt])\1$/, "$1") : stem;
}
