import { z } from "zod";
import { GROUPS } from "../tools/menu.ts";

/** Folders of `content/`, one per page kind. */
export const CONTENT_TYPES = ["pages", "tools", "policies", "voices"] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const PAGE_KINDS = [
  "home",
  "pricing",
  "subscription",
  "history",
  "settings",
  "podcast",
  "page",
] as const;
/** Layout of a general page: headings beside the sections, or above them. */
export const PAGE_LAYOUTS = ["columns", "wide"] as const;
export const PAGE_PARTS = ["body", "features", "tools", "faq"] as const;
export const VOICE_STYLES = ["narrator", "news", "story", "game", "calm", "robot"] as const;

const text = z
  .string("a text")
  .trim()
  .min(1, "a text that is not empty")
  .regex(/^[^\n\r\u2028\u2029]*$/, "one line");
const slug = z
  .string("a text")
  .max(80, "80 characters at most")
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "lower-case letters and digits, with single hyphens between them",
  );
const day = z.iso.date("a day that exists, as YYYY-MM-DD");
const items = (min: number, max: number) =>
  z
    .array(z.strictObject({ title: text, text }), `a list of ${min} to ${max} items`)
    .min(min, `${min} to ${max} items`)
    .max(max, `${min} to ${max} items`);
const questions = (min: number, max: number) =>
  z
    .array(z.strictObject({ question: text, answer: text }), `a list of ${min} to ${max} questions`)
    .min(min, `${min} to ${max} questions`)
    .max(max, `${min} to ${max} questions`);
const faq = questions(5, 8);

const head = { name: text, title: text, description: text, heading: text };
/** Shown by `toolkit dev`, excluded from the built site. */
const draft = z.boolean("true or false").optional();
const tool = {
  draft,
  slug,
  menu: z.string('a menu entry in quotes, such as "4-4"'),
  panel: text,
  preset: text,
  cost: z.literal(["free", 1, 2, 3], "free, 1, 2 or 3"),
  group: z.enum(GROUPS, `one of ${GROUPS.join(", ")}`),
  modified: day,
  // The first tool of a site has no related tools.
  related: z.array(slug, "a list of slugs").max(24, "24 slugs at most"),
  rating: z
    .strictObject({
      value: z.number("a number from 1 to 5").min(1, "1 to 5").max(5, "1 to 5"),
      count: z.int("a whole number").min(1, "at least 1"),
      reviews: z.int("a whole number").min(0, "0 or more"),
    })
    .optional(),
  /** Numbers of the features that are limitations, starting at 1. */
  limits: z
    .array(z.int("a whole number").min(1, "1 or more"), "a list of numbers of features")
    .optional(),
};
/** In characters. */
const MAX_KEYWORD = 60;
const keywords = z
  .array(
    text
      .max(MAX_KEYWORD, `${MAX_KEYWORD} characters at most`)
      .regex(/^[^,，、،;]+$/, "words without a comma between"),
    "a list of words",
  )
  .max(40, "40 words at most");
export const MIN_KEYWORDS = 12;
const toolSections = {
  ...head,
  tagline: text,
  titleWithoutEngine: text.optional(),
  descriptionWithoutEngine: text.optional(),
  headingWithoutEngine: text.optional(),
  taglineWithoutEngine: text.optional(),
  keywords: keywords.optional(),
  steps: items(3, 5),
  features: items(4, 6),
  faq,
};
const page = {
  draft,
  kind: z.enum(PAGE_KINDS, `one of ${PAGE_KINDS.join(", ")}`),
  path: z
    .string("a path")
    .regex(/^\/([a-z0-9]+(-[a-z0-9]+)*)?$/, "a path such as /pricing, in lower-case letters"),
  modified: day,
  /** Only on general pages, like `sections`. */
  layout: z.enum(PAGE_LAYOUTS, `one of ${PAGE_LAYOUTS.join(", ")}`).optional(),
  /** Visible parts, in order. */
  sections: z
    .array(z.enum(PAGE_PARTS, `one of ${PAGE_PARTS.join(", ")}`), "a list of parts")
    .optional(),
};
const pageSections = {
  ...head,
  tagline: text,
  features: items(3, 8).optional(),
  faq: faq.optional(),
};
const policy = { draft, slug, modified: day };
const voice = {
  draft,
  slug,
  language: z
    .string("a BCP 47 tag")
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "a BCP 47 tag such as en-US"),
  style: z.enum(VOICE_STYLES, `one of ${VOICE_STYLES.join(", ")}`),
  sample: text,
  modified: day,
};
const voiceSections = { ...head, tagline: text, features: items(3, 6), faq: questions(3, 8) };

export const SOURCE_SCHEMAS = {
  tools: z.strictObject({ ...tool, ...toolSections }),
  pages: z.strictObject({ ...page, ...pageSections }),
  policies: z.strictObject({ ...policy, ...head }),
  voices: z.strictObject({ ...voice, ...voiceSections }),
} as const;

const translation = {
  source: z.record(z.string(), z.string("the hash of an English section, in quotes")).optional(),
  modified: day.optional(),
};
/** Fields of a translation: any of the translated sections. */
export const TRANSLATION_SCHEMAS = {
  tools: z.strictObject(toolSections).partial().extend(translation),
  pages: z.strictObject(pageSections).partial().extend(translation),
  policies: z.strictObject(head).partial().extend(translation),
  voices: z.strictObject(voiceSections).partial().extend(translation),
} as const;

/** Translated sections, each with its own hash. `body` is the markdown. */
export const SECTIONS = [
  "name",
  "title",
  "description",
  "heading",
  "tagline",
  // In place of the four above where the site does not offer the tool's engine.
  "titleWithoutEngine",
  "descriptionWithoutEngine",
  "headingWithoutEngine",
  "taglineWithoutEngine",
  "keywords",
  "steps",
  "features",
  "faq",
  "body",
] as const;
export type Section = (typeof SECTIONS)[number];
export const isSection = (field: string): field is Section =>
  (SECTIONS as readonly string[]).includes(field);
/** Whether every page shows a section: keywords are for the search, and variants for some sites. */
export const isShown = (section: Section): boolean =>
  section !== "keywords" && !section.endsWith("WithoutEngine");

/** Values of front matter: missing fields are absent, never undefined. */
type Written<Fields> = { readonly [Field in keyof Fields]: Exclude<Fields[Field], undefined> };
export type SourceFields = {
  readonly [Type in ContentType]: Written<z.output<(typeof SOURCE_SCHEMAS)[Type]>>;
};
/** Optional fields of translations, by content type. */
export type TranslationFields = {
  readonly [Type in ContentType]: Written<z.output<(typeof TRANSLATION_SCHEMAS)[Type]>>;
};
/** Fields of an English file that are not translated, by content type. */
export type FixedFields = { readonly [Type in ContentType]: Omit<SourceFields[Type], Section> };
/** Sections in the front matter of any content file; tools have all of them. */
export type SectionFields = Partial<Pick<SourceFields["tools"], Exclude<Section, "body">>>;

/** In bytes. */
export const MAX_CONTENT_BYTES = 1_000_000;
