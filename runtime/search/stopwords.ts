import { folded } from "#core/search/fold.ts";

/** Stopwords by language; those of `*` apply to every language. */
const WORDS: Readonly<Record<string, string>> = {
  "*": "online free app gratis ai web pro",
  en: "a an the of from in on to for with and or my me i is it its this that how do does can you your out up off as at by be into some tool tools software program please want need make get",
  de: "der die das den dem des ein eine einen einem einer von vom aus in im am an auf zu zum zur für mit und oder mein meine meiner ich ist es wie kann man bitte machen kostenlos kostenlose programm tool",
  es: "el la los las un una unos unas de del en a al por para con y o mi mis se me lo es como que su hacer programa gratis herramienta",
  fr: "le la les l un une des du de d en dans sur au aux a pour avec et ou mon ma mes ce c est comment je qu que son faire outil logiciel gratuit gratuitement ligne",
  it: "il lo la i gli le l un uno una di del della dei degli delle da dal dalla dallo dai in nel nella su sul a al alla per con e o mio mia come si che fare programma strumento online",
  pt: "o a os as um uma uns umas de do da dos das em no na nos nas por para pra com e ou meu minha se como que fazer programa ferramenta",
  nl: "de het een van uit in op aan te voor met en of mijn ik is hoe je kan dit dat om als maken gratis programma",
  id: "yang di ke dari untuk dengan dan atau saya ini itu cara bagaimana bisa nya buat jadi aplikasi secara",
  ru: "в на с со из от для и или по к у о об как мой мое моя это что не бесплатно онлайн программа сделать",
  ar: "من في على الى عن مع و او هذا هذه كيف كيفية ما هل مجانا اونلاين برنامج عمل",
};

const sets = new Map<string, ReadonlySet<string>>();

/** @param language BCP 47 */
export function stopwordsOf(language: string): ReadonlySet<string> {
  const code = language.split("-")[0]!;
  let found = sets.get(code);
  if (!found) {
    const words = `${WORDS["*"]} ${WORDS[code] ?? ""}`.split(" ");
    sets.set(code, (found = new Set(words.map((word) => folded(word, language)))));
  }
  return found;
}
