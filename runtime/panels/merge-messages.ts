import type { MessageTree } from "#core/page/render.ts";

const FORM = /^(.+)_(?:zero|one|two|few|many|other)$/;

/**
 * Messages of a language over those of the fallback language. A number that only the fallback has in
 * words gets its general form for each form that the language needs, so that none shows as its key.
 * @param language BCP 47
 */
export function mergeMessages(base: MessageTree, own: MessageTree, language: string): MessageTree {
  const merged: Record<string, string | MessageTree> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const below = base[key];
    merged[key] =
      typeof value !== "string" && below !== undefined && typeof below !== "string"
        ? mergeMessages(below, value, language)
        : value;
  }
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const [key, value] of Object.entries(merged)) {
    const stem = FORM.exec(key)?.[1];
    if (stem === undefined) {
      const below = base[key];
      // A part that the language lacks as a whole needs its forms too.
      if (typeof value !== "string" && value === below)
        merged[key] = mergeMessages(value, {}, language);
      continue;
    }
    const general = merged[`${stem}_other`] ?? value;
    const isTranslated = Object.keys(own).some((name) => FORM.exec(name)?.[1] === stem);
    for (const category of pluralCategories) {
      const form = `${stem}_${category}`;
      // Forms of the fallback among those of the language would mix the two.
      if (isTranslated ? own[form] === undefined : base[form] === undefined) merged[form] = general;
    }
  }
  return merged;
}
