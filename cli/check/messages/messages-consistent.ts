import { type Problem, problem } from "#core/errors/errors.ts";
import { flatten } from "../../build/load/messages.ts";
import { loadGlossary } from "../../glossary/load.ts";
import type { LoadedSite } from "../load-site.ts";
import { createLocator } from "./locate-message.ts";
import { type MessageSet, messageSets } from "./message-sets.ts";
import { splitPlural } from "./messages-forms.ts";

/** A message of a language, with its file. */
interface Message {
  readonly set: MessageSet;
  /** Key within its set. */
  readonly key: string;
  readonly text: string;
}

const nameOf = ({ set, key }: Message): string => `${set.name}:${key}`;

/**
 * Finds messages with one English text that a language translates in several ways, unless a note of
 * its own says what each message means (LOC-10). Plural forms are not compared, because languages
 * need them for different numbers.
 */
export function checkConsistent(site: LoadedSite): Problem[] {
  const { defaultLocale, locales } = site.config;
  // A site uses the messages of the program, with the notes of both.
  const notes = { ...loadGlossary(site.home).notes, ...loadGlossary(site.root).notes };
  const { sets } = messageSets(site);
  const locate = createLocator(site.root);
  const byEnglish = new Map<string, { readonly set: MessageSet; readonly key: string }[]>();
  for (const set of sets)
    for (const [key, english] of flatten(set.treeOf(defaultLocale))) {
      if (splitPlural(key) || notes[`${set.name}:${key}`] !== undefined) continue;
      byEnglish.set(english, [...(byEnglish.get(english) ?? []), { set, key }]);
    }
  const repeated = [...byEnglish].filter(([, found]) => found.length > 1);
  return locales
    .filter(({ code }) => code !== defaultLocale)
    .flatMap(({ code }) => {
      const texts = new Map(sets.map((set) => [set, new Map(flatten(set.treeOf(code)))]));
      return repeated.flatMap(([english, found]) => {
        const messages = found.flatMap(({ set, key }): Message[] => {
          const text = texts.get(set)!.get(key);
          return text === undefined ? [] : [{ set, key, text }];
        });
        const first = messages[0];
        const other = messages.find(({ text }) => text !== first?.text);
        if (!first || !other) return [];
        const params = {
          english,
          locale: code,
          key: nameOf(other),
          text: other.text,
          otherKey: nameOf(first),
          otherText: first.text,
        };
        const at = locate(other.set.filesOf(code), other.key);
        return [problem("MESSAGE_INCONSISTENT", params, at, "warning")];
      });
    });
}
