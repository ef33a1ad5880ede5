const messages = import.meta.glob<{
  readonly default: { readonly consent: { readonly sentence: string } };
}>("../messages/*.json");

/**
 * Earlier wordings of the sentence, by locale: exported voices can be imported only as long as
 * their wording is listed here. Never remove an entry.
 */
export const EARLIER: Readonly<Record<string, readonly string[]>> = {
  "zh-tw": [
    "這是我本人的聲音。我同意用我的錄音製作聲音檔案，並用它來朗讀文字。我可以隨時撤回這項同意。",
  ],
};

/**
 * Present and earlier sentences of consent in a language; empty if there are none. @param language
 * locale code
 */
export async function consentSentences(language: string): Promise<readonly string[]> {
  const load = messages[`../messages/${language}.json`];
  return load ? [(await load()).default.consent.sentence, ...(EARLIER[language] ?? [])] : [];
}
