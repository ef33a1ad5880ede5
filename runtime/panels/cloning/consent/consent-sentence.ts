const messages = import.meta.glob<{
  readonly default: { readonly consent: { readonly sentence: string } };
}>("../messages/*.json");

/**
 * Sentences that were read aloud before they were reworded, by locale: voices that were exported then are
 * imported as long as what they say stands here. Nothing is taken out.
 */
export const EARLIER: Readonly<Record<string, readonly string[]>> = {
  "zh-tw": [
    "這是我本人的聲音。我同意用我的錄音製作聲音檔案，並用它來朗讀文字。我可以隨時撤回這項同意。",
  ],
};

/** Sentences of consent of a language, as they are now and were; none where it has none. @param language code of a locale */
export async function consentSentences(language: string): Promise<readonly string[]> {
  const load = messages[`../messages/${language}.json`];
  return load ? [(await load()).default.consent.sentence, ...(EARLIER[language] ?? [])] : [];
}
