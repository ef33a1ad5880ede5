import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";

/** Scripts that identify a language; the first match counts. */
const SCRIPTS: readonly (readonly [script: RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Arabic}/u, "ar"],
];

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** Frequent function words of languages in Latin script. */
const FUNCTION_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(
    "the and of to is was that with for are this have it not you be from they his her been which were will would there their what about when who",
  ),
  de: wordSet(
    "der die und das ist nicht ein eine ich zu den mit sich auf dem für war sie auch wird von des im es bei nach wie über aber oder noch nur kann wir",
  ),
  es: wordSet(
    "el la los las que y en un una es por con para del se su al lo más pero como sus este esta hay ya muy cuando también fue porque",
  ),
  fr: wordSet(
    "le la les des et est un une que qui dans pour pas du au sur ce ne il elle je vous nous avec plus par sont mais aux cette été être où",
  ),
  id: wordSet(
    "yang dan di ini itu dengan untuk tidak dari dalam akan pada juga saya ke karena ada mereka kita oleh seperti sudah atau bisa adalah anda lebih tersebut",
  ),
  it: wordSet(
    "il lo gli che di è un una per non sono con del della dei nel nella alla come anche più ma si questo questa ha ho perché degli delle era",
  ),
  nl: wordSet(
    "de het een en van is dat niet op te zijn met voor ik je er maar die als ook aan om bij naar nog wel heeft werd hebben wordt uit deze hij",
  ),
  "pt-br": wordSet(
    "o os as que e é em um uma do da dos das não para com por se mais no na nos nas ao foi como mas ele ela você são está isso também",
  ),
};
/** Characters of only one Chinese script, in corresponding pairs. */
const SIMPLIFIED =
  /[们这个来时说对国会过还进门问间见长东车马鸟鱼爱书学习话语谁请让认识电视听写买卖]/g;
const TRADITIONAL =
  /[們這個來時說對國會過還進門問間見長東車馬鳥魚愛書學習話語誰請讓認識電視聽寫買賣]/g;

/** Number of characters examined. */
const LOOKED_AT = 3000;
/** Minimum number of function words that identify a language. */
const PROOF = 2;

/** The language in Latin script whose function words are most frequent; null if ambiguous. */
function guessLatin(text: string): string | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(FUNCTION_WORDS)
    .map(([language, own]) => ({ language, count: words.filter((word) => own.has(word)).length }))
    .toSorted((a, b) => b.count - a.count);
  const [best, next] = counts;
  return best!.count >= PROOF && best!.count > next!.count ? best!.language : null;
}

function guessChinese(text: string, locale: string): string {
  const [simplified, traditional] = [SIMPLIFIED, TRADITIONAL].map(
    (letters) => text.match(letters)?.length ?? 0,
  );
  if (simplified === traditional) return locale === "zh-tw" ? locale : "zh";
  return simplified! > traditional! ? "zh" : "zh-tw";
}

/**
 * The language of a text by its script, or by its function words in Latin script. If these are
 * inconclusive: the page's language if it uses that script, otherwise English. Texts without
 * letters are in the page's language.
 */
export function guessLanguage(written: string, locale: string): string {
  const text = written.slice(0, LOOKED_AT);
  const isSpoken = Object.hasOwn(SPOKEN_LANGUAGES, locale);
  // An empty text will probably be in the language of its reader.
  if (!/\p{L}/u.test(text) && isSpoken) return locale;
  const found = SCRIPTS.find(([script]) => script.test(text))?.[1];
  // A name in another script does not make a text foreign.
  const latin = guessLatin(text);
  if (found && (latin === null || !isMostly(text, /\p{Script=Latin}/gu)))
    return found === "zh" ? guessChinese(text, locale) : found;
  if (latin) return latin;
  return Object.hasOwn(FUNCTION_WORDS, locale) ? locale : "en";
}

const isMostly = (text: string, letters: RegExp): boolean =>
  2 * (text.match(letters)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0);

/**
 * Minimum fraction of the shorter text that both texts share at their ends, for one to count as an
 * edit of the other.
 */
const SHARED = 0.2;

/** Whether a text was replaced rather than edited, so that a chosen language no longer applies. */
export function isOtherText(before: string, after: string): boolean {
  if (before.trim() === "") return false;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.trim() === "" || start + end < SHARED * shorter;
}
