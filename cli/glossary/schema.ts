import { z } from "zod";

const text = z.string("a text").trim().min(1, "a text that is not empty");
const pattern = text.refine((source) => {
  try {
    return new RegExp(source, "u").source !== "";
  } catch {
    return false;
  }
}, "a regular expression with the flag u");
const code = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z0-9]+)*$/, "codes of locales, such as pt-br, as names");
const byLocale = <T extends z.ZodType>(value: T) => z.record(code, value);

/** Words that a locale does not use. */
const avoided = z.strictObject({
  /** As they would be written: what the pattern finds. */
  words: text,
  /** Missing: the words themselves, whole, in any case. `\b` is an edge of a word in every script. */
  pattern: pattern.optional(),
  use: text,
  reason: text,
  /** Texts in which a match is right, such as a longer word. */
  except: z.array(pattern).optional(),
  /** The words are wrong only where the English text has this. */
  whenEnglish: pattern.optional(),
  /** The words are wrong only in content files, outside of this condition, such as `studio`. */
  outside: text.optional(),
  /** People search with these words: they are right in titles, headings and questions of pages. */
  searched: z.literal(true).optional(),
  /** The words can be exchanged without a look at the sentence. */
  certain: z.literal(true).optional(),
});

const term = z.strictObject({
  /** Of English, in lower case but for names. */
  english: text,
  meaning: text,
  /** How the term is found in English texts. Missing: the term itself, with the usual endings. */
  pattern: pattern.optional(),
  translations: byLocale(text),
  notes: byLocale(text).optional(),
  avoid: byLocale(z.array(avoided)).optional(),
});

const style = z.strictObject({
  /** How readers are spoken to. */
  address: text,
  /** Mood of headings and buttons. */
  headings: text,
  /** The verb for Save. */
  save: text,
  /** The dash of sentences. */
  dash: z.enum(["–", "—", "——"]),
  /** What stands between the name of a tool and what follows it in a title. */
  titleSeparator: z.enum([" – ", " — ", ": "]),
  /** Opening and closing marks; those inside others follow. */
  quotes: z.array(z.string().length(1)).min(2).max(4),
  /** `french`: a narrow no-break space (U+202F) before ; : ! ? » and after «. */
  spaces: z.enum(["none", "french"]),
  /**
   * `spanish`: ¿ and ¡ open. `arabic`: ؟ ، ؛ and the digits 0 to 9. `chinese` and `japanese`: marks as
   * wide as the characters; a space between Chinese and Latin letters, none between Japanese and Latin.
   */
  punctuation: z.enum(["spanish", "arabic", "chinese", "japanese"]).optional(),
  /** Simplified or traditional Chinese characters. */
  script: z.enum(["Hans", "Hant"]).optional(),
  /** Words of Chinese and Latin letters that are written without a space, such as 卡拉OK. */
  compounds: z.array(text).optional(),
  /** How a title says that something is not so: finds what a tool does not do. */
  negation: pattern.optional(),
  notes: text.optional(),
  avoid: z.array(avoided).optional(),
});

export const glossarySchema = z.strictObject({
  terms: z.array(term),
  styles: byLocale(style),
});

export type Glossary = z.infer<typeof glossarySchema>;
export type Avoided = z.infer<typeof avoided>;
export type Term = z.infer<typeof term>;
export type Style = z.infer<typeof style>;

/**
 * Notes for translators, by `workspace:queue.clear`; for plural forms by the key without its form;
 * for all messages below a key by `workspace:keys.*`.
 */
export const notesSchema = z.record(
  z
    .string()
    .regex(
      /^[\w-]+:[\w-]+(\.[\w-]+)*(\.\*)?$/,
      "keys of messages, such as workspace:queue.clear or workspace:queue.*, as names",
    ),
  text,
);
export type Notes = z.infer<typeof notesSchema>;
