const messages = import.meta.glob<{
  readonly default: { readonly consent: { readonly sentence: string } };
}>("../messages/*.json");

/** The sentence that is read aloud in a language, as it is now; null where there is none. @param language code of a locale */
export async function consentSentence(language: string): Promise<string | null> {
  const load = messages[`../messages/${language}.json`];
  return load ? (await load()).default.consent.sentence : null;
}
