import type { ErrorCode } from "#core/errors/errors.ts";
import { type Case, itemsOf, MARK, toolWith } from "./malformed-cases.ts";

/** Cases about addresses, kinds of pages, translations and messages. */

const file = (name: string, at: string, content: string, code: ErrorCode, says?: string): Case => ({
  name,
  file: at,
  content,
  code,
  ...(says && { says }),
});
const head = (slug: string): string => `name: N\ntitle: ${slug} T\ndescription: D\nheading: H\n`;
const page = (kind: string, path: string): string =>
  `---\nkind: ${kind}\npath: ${path}\nmodified: 2026-01-01\n${head(kind)}tagline: T\n---\n`;
const policy = (fields: string): string =>
  `---\n${fields}modified: 2026-01-01\n${head("p")}---\nText.\n`;
const voice = (over: Record<string, string>): string =>
  `---\n${Object.entries({
    slug: "vox",
    language: "en-US",
    style: "calm",
    sample: "Hello.",
    modified: "2026-01-01",
    name: "Vox",
    title: "T",
    description: "D",
    heading: "H",
    tagline: "T",
    features: itemsOf(3, "title", "text"),
    faq: itemsOf(3, "question", "answer"),
    ...over,
  })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("")}---\nText.\n`;

const ODD = "content/pages/zz.md";
const pages: Case[] = [
  file(
    "an unknown kind",
    "content/pages/pricing.md",
    page(`${MARK}prcing`, "/pricing"),
    "FIELD_INVALID",
    'Did you mean "pricing"?',
  ),
  file(
    "a path without a slash",
    "content/pages/pricing.md",
    page("pricing", `${MARK}pricing`),
    "FIELD_INVALID",
    "path",
  ),
  file(
    "a path in upper case",
    "content/pages/pricing.md",
    page("pricing", `${MARK}/Pricing`),
    "FIELD_INVALID",
    "path",
  ),
  file(
    "a path that leads up",
    "content/pages/pricing.md",
    page("pricing", `${MARK}/../pricing`),
    "FIELD_INVALID",
    "path",
  ),
  file(
    "a path of two parts",
    "content/pages/pricing.md",
    page("pricing", `${MARK}/a/b`),
    "FIELD_INVALID",
    "path",
  ),
  file(
    "another site's address",
    "content/pages/pricing.md",
    page("pricing", `${MARK}//evil.example`),
    "FIELD_INVALID",
    "path",
  ),
  {
    ...file("a page at a tool's address", ODD, page("podcast", "/alpha"), "ADDRESS_TAKEN", ODD),
    blames: "content/tools/alpha.md",
  },
  file("two pages at one address", ODD, page("pricing", `${MARK}/pricing`), "ADDRESS_TAKEN"),
  file("a second home page", ODD, page("home", `${MARK}/`), "ADDRESS_TAKEN", "home.md"),
  {
    ...file(
      "a policy and a tool",
      "content/policies/beta.md",
      policy("slug: beta\n"),
      "ADDRESS_TAKEN",
    ),
    says: "content/tools/beta.md",
  },
  file(
    "a build's folder",
    "content/policies/app.md",
    policy(`slug: ${MARK}app\n`),
    "ADDRESS_TAKEN",
    "own files",
  ),
  file(
    "a locale's folder",
    "content/policies/de.md",
    policy(`slug: ${MARK}de\n`),
    "ADDRESS_TAKEN",
    "/de",
  ),
  file(
    "a field that policies lack",
    "content/policies/terms.md",
    policy(`slug: terms\n${MARK}tagline: x\n`),
    "FIELD_UNKNOWN",
    "tagline",
  ),
  file(
    "a file in upper case",
    "content/tools/Beta.md",
    toolWith({ slug: `${MARK}beta` }),
    "SLUG_MISMATCH",
    "Beta.md",
  ),
  file(
    "a file with an accent",
    "content/tools/álpha.md",
    toolWith({ slug: `${MARK}alpha` }),
    "SLUG_MISMATCH",
    "álpha.md",
  ),
  file(
    "a file with a decomposed accent",
    "content/tools/a\u0301lpha.md",
    toolWith({ slug: `${MARK}a\u0301lpha` }),
    "FIELD_INVALID",
    "slug",
  ),
  file(
    "an unknown style",
    "content/voices/vox.md",
    voice({ style: `${MARK}clam` }),
    "FIELD_INVALID",
    'Did you mean "calm"?',
  ),
  file(
    "a language in words",
    "content/voices/vox.md",
    voice({ language: `${MARK}British English` }),
    "FIELD_INVALID",
    "language",
  ),
  file(
    "two features of a voice",
    "content/voices/vox.md",
    voice({ features: itemsOf(2, "title", "text").replace("- ", `${MARK}- `) }),
    "FIELD_INVALID",
    "3 to 6",
  ),
];

const translations: Case[] = [
  file(
    "a translation of nothing",
    "locales/de/tools/alfa.md",
    "---\nname: N\n---\n",
    "TRANSLATION_ORPHAN",
    'Did you mean "tools/alpha"?',
  ),
  file(
    "a translation in the wrong folder",
    "locales/de/policies/alpha.md",
    "---\nname: N\n---\n",
    "TRANSLATION_ORPHAN",
  ),
  file(
    "a translated slug",
    "locales/de/tools/alpha.md",
    `---\n${MARK}slug: alfa\n---\n`,
    "FIELD_UNKNOWN",
    '"slug"',
  ),
  file(
    "a misspelt section",
    "locales/de/tools/alpha.md",
    `---\n${MARK}titel: x\n---\n`,
    "FIELD_UNKNOWN",
    'Did you mean "title"?',
  ),
  file(
    "an empty section",
    "locales/de/tools/alpha.md",
    `---\nname: ${MARK}""\n---\n`,
    "FIELD_INVALID",
    "name",
  ),
  file(
    "too few steps",
    "locales/de/tools/alpha.md",
    `---\nsteps:\n  ${MARK}- title: x\n    text: y\n---\n`,
    "FIELD_INVALID",
    "3 to 5",
  ),
  file(
    "a hash without quotes",
    "locales/de/tools/alpha.md",
    `---\nname: N\nsource: { name: ${MARK}12345678 }\n---\n`,
    "FIELD_INVALID",
    "source.name",
  ),
  file(
    "a hash alone",
    "locales/de/tools/alpha.md",
    `---\nname: N\nsource: ${MARK}abcdef01\n---\n`,
    "FIELD_INVALID",
    "source",
  ),
  file(
    "a broken link",
    "locales/de/tools/alpha.md",
    `---\nname: N\n---\n[nein](${MARK}/bta)\n`,
    "LINK_BROKEN",
    "/beta",
  ),
  file(
    "broken YAML",
    "locales/fr/tools/alpha.md",
    `---\nname: ${MARK}one: two\n---\n`,
    "YAML_INVALID",
  ),
  file("no front matter", "locales/fr/tools/alpha.md", `${MARK}Texte.\n`, "FRONT_MATTER_MISSING"),
  file(
    "messages with a comma too many",
    "locales/de/site.json",
    `{\n  "a": "b",\n${MARK}}`,
    "MESSAGE_INVALID",
  ),
  file(
    "messages with a number",
    "locales/de/site.json",
    `{ "a": { "b": 1 } }`,
    "MESSAGE_INVALID",
    "a.b",
  ),
  file("messages that are a list", "locales/fr/site.json", "[]", "MESSAGE_INVALID"),
  file("messages that are empty", "locales/fr/site.json", "", "MESSAGE_INVALID"),
];

export const PAGE_CASES: readonly Case[] = [...pages, ...translations];
