/**
 * Every failure that a person can meet, in one place. A code is permanent: people search for it and
 * tools match it. `title` says what, `message` says what and why, `fix` says what to do.
 */
export interface ErrorSpec {
  readonly title: string;
  readonly message: (params: never) => string;
  readonly fix?: string | ((params: never) => string);
}

const suggestion = (similar: string | undefined): string =>
  similar === undefined ? "" : ` Did you mean "${similar}"?`;

/** What to do after a refusal of the API, by its key, where a command helps. */
const REFUSALS: Readonly<Record<string, string>> = {
  invalid_credentials: "Type both again; `toolkit login --reset` sets another password.",
  claim_too_soon: "Wait; `toolkit credits` tells until when.",
  code_wrong: "Compare it with the latest message, then run the command again.",
  code_expired: "Run the command without --code: another one is sent.",
  code_used_up: "Run the command without --code: another one is sent.",
  password_common: "Choose another password, then run the command again.",
  no_receipt: "Run the command again in a few minutes.",
  not_found: "`toolkit history --payments` tells the ids of orders.",
};

export const CATALOGUE = {
  CONFIG_NOT_FOUND: {
    title: "No toolkit.config.ts",
    message: ({ dir }: { dir: string }) => `${dir} has no toolkit.config.ts.`,
    fix: "Run the command in a site's root, or name the root with --root <folder>.",
  },
  CONFIG_UNREADABLE: {
    title: "The configuration cannot be loaded",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Mend toolkit.config.ts: it must export defineConfig({ … }) by default.",
  },
  CONFIG_INVALID: {
    title: "The configuration has a value that cannot be used",
    message: ({ path, expected }: { path: string; expected: string }) => `${path}: ${expected}.`,
    fix: "Each field is documented in core/config.ts; your editor shows it.",
  },
  USAGE: {
    title: "The command was called in a way that it does not know",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Run it with --help for examples.",
  },
  FRONT_MATTER_MISSING: {
    title: "A content file starts without front matter",
    message: ({ found }: { found: string }) =>
      `The first line must be --- and the front matter must end with a line ---; found ${found}.`,
    fix: "Copy the first lines of a page that works, or start with `toolkit new`.",
  },
  FRONT_MATTER_LANGUAGE: {
    title: "Front matter in another language than YAML",
    message: ({ language }: { language: string }) =>
      `Front matter marked "${language}" is never run or read.`,
    fix: "Write the front matter in YAML, after a line of three hyphens alone.",
  },
  YAML_INVALID: {
    title: "The front matter is not valid YAML",
    message: ({ detail }: { detail: string }) => detail.replace(/\.?$/, "."),
    fix: "Quote values that contain a colon followed by a space, or a # after a space.",
  },
  ENCODING_INVALID: {
    title: "A content file is not UTF-8 text",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Save the file as UTF-8.",
  },
  FILE_TOO_LARGE: {
    title: "A content file is too large",
    message: ({ bytes, limit }: { bytes: number; limit: number }) =>
      `It has ${bytes} bytes; a page may have ${limit}.`,
    fix: "Split the page, or remove what was pasted by mistake.",
  },
  FILE_UNSUITABLE: {
    title: "A content file that cannot be used",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Replace it by a regular file inside the project.",
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
    title: "A field has a value that cannot be used",
    message: ({
      field,
      expected,
      similar,
    }: {
      field: string;
      expected: string;
      similar?: string | undefined;
    }) => `${field}: ${expected}.${suggestion(similar)}`,
    fix: "docs/content.md says what each field may hold.",
  },
  SLUG_MISMATCH: {
    title: "Slug and file name differ",
    message: ({ slug, file }: { slug: string; file: string }) =>
      `The file is called ${file} and its slug is "${slug}".`,
    fix: "Rename the file or change the slug, so that both are the same.",
  },
  ADDRESS_TAKEN: {
    title: "Two pages with one address",
    message: ({ path, other }: { path: string; other: string }) =>
      `${path} is already the address of ${other}; servers that ignore case or accents' form see one page.`,
    fix: "Give one of them another slug.",
  },
  KIND_TAKEN: {
    title: "Two pages of one kind",
    message: ({ kind, other }: { kind: string; other: string }) =>
      `${other} is the site's page of the kind "${kind}" already.`,
    fix: "Keep one of them.",
  },
  PUBLIC_HIDDEN: {
    title: "A file of public/ that is not published",
    message: ({ path }: { path: string }) =>
      `The build writes ${path} itself; the file in public/ is left out.`,
    fix: "Rename or delete the file, or the page that has its address.",
  },
  UNKNOWN_MENU: {
    title: "Unknown menu entry",
    message: ({ id, similar }: { id: string; similar?: string | undefined }) =>
      `The workspace menu has no entry "${id}" that opens a panel.${suggestion(similar)}`,
    fix: "core/menu.ts lists the entries.",
  },
  UNKNOWN_PANEL: {
    title: "Unknown panel",
    message: ({ id, similar }: { id: string; similar?: string | undefined }) =>
      `There is no folder runtime/panels/${id}.${suggestion(similar)}`,
    fix: "Name one that exists.",
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
    fix: "Name the slug of a file in content/tools.",
  },
  LINK_BROKEN: {
    title: "A link that leads nowhere",
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
    title: "A link to a part of a page that does not exist",
    message: ({
      href,
      page,
      similar,
    }: {
      href: string;
      page: string;
      similar?: string | undefined;
    }) => `${page} has no element with the id of ${href}.${suggestion(similar)}`,
    fix: "Headings of the body get their text in lower case, with hyphens, as id.",
  },
  TRANSLATION_ORPHAN: {
    title: "A translation of nothing",
    message: ({ id, similar }: { id: string; similar?: string | undefined }) =>
      `There is no content/${id}.md that it would translate.${suggestion(similar)}`,
    fix: "Rename it like its English page, or delete it.",
  },
  TRANSLATION_MISSING: {
    title: "A page is not translated",
    message: ({ locale, sections }: { locale: string; sections: string }) =>
      `In ${locale} these sections are missing: ${sections}. The page shows them in English, and search engines are told to skip it.`,
    fix: "Translate them, then run `toolkit locales stamp`.",
  },
  TRANSLATION_STALE: {
    title: "A translation is older than its English",
    message: ({ locale, sections }: { locale: string; sections: string }) =>
      `In ${locale} these sections translate an earlier text: ${sections}.`,
    fix: "Bring them up to date, then run `toolkit locales stamp`.",
  },
  TRANSLATION_UNSTAMPED: {
    title: "Nobody noted which English text a translation belongs to",
    message: ({ locale, sections }: { locale: string; sections: string }) =>
      `In ${locale} these sections have no hash of their English under "source": ${sections}. Nobody can tell whether they are up to date.`,
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
    fix: "Bring it up to date, then run `toolkit locales stamp` with the name of its file.",
  },
  MESSAGE_UNKNOWN: {
    title: "A message that English does not have",
    message: ({ key, similar }: { key: string; similar?: string | undefined }) =>
      `English has no "${key}".${suggestion(similar)}`,
    fix: "Remove it, or give it the name of the English key.",
  },
  MESSAGE_PLURAL: {
    title: "A message without all plural forms",
    message: ({ key, locale, forms }: { key: string; locale: string; forms: string }) =>
      `The numbers of ${locale} need these forms of "${key}", too: ${forms}.`,
    fix: "Add a key for each form, such as name_few.",
  },
  MESSAGE_PLACEHOLDERS: {
    title: "A message with other placeholders than English",
    message: ({ key, expected, found }: { key: string; expected: string; found: string }) =>
      `"${key}" must hold ${expected || "no placeholder"}; it holds ${found || "none"}.`,
    fix: "Keep the {{names}} as they are in English.",
  },
  MESSAGE_LONG: {
    title: "A label that outgrows its place",
    message: (is: { key: string; locale: string; columns: number; room: number }) =>
      `"${is.key}" takes ${is.columns} columns in ${is.locale}; ${is.room} fit, going by the English label.`,
    fix: "Say it shorter, as a native speaker would on a button.",
  },
  MESSAGE_UNUSED: {
    title: "A message that no code asks for",
    message: ({ key }: { key: string }) => `Nothing names "${key}", or puts its name together.`,
    fix: "Remove it from all languages, or mend the code that should ask for it.",
  },
  TEXT_LENGTH: {
    title: "A text outside the length that search engines and menus show",
    message: ({ field, length, limits }: { field: string; length: number; limits: string }) =>
      `${field} has ${length} characters; ${limits}.`,
    fix: "Shorten or complete it.",
  },
  TEXT_DUPLICATE: {
    title: "Two pages with the same text",
    message: ({ field, other }: { field: string; other: string }) =>
      `${field} is the same as in ${other}.`,
    fix: "Say what is particular to each page.",
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
      fix ?? "Run `toolkit build` again; report it when it stays.",
  },
  REDIRECT_BROKEN: {
    title: "A redirect that leads nowhere",
    message: ({ from, to }: { from: string; to: string }) =>
      `${from} leads to ${to}, which is not a page.`,
    fix: "Correct `redirects` in toolkit.config.ts.",
  },
  BUNDLE_FAILED: {
    title: "The site's code does not build",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Mend the file that is named; nothing was published.",
  },
  PAGE_FAILED: {
    title: "A page cannot be rendered",
    message: ({ path, detail }: { path: string; detail: string }) =>
      `${path}: ${detail}. Nothing was published.`,
    fix: "Run with --debug to see where its component failed.",
  },
  DISK_FULL: {
    title: "The disk is full",
    message: ({ path }: { path: string }) =>
      `${path} could not be written. The published site is as it was.`,
    fix: "Free some space and build again.",
  },
  NO_PERMISSION: {
    title: "A file may not be written or read",
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
    message: ({ pid }: { pid: number }) => `Process ${pid} builds this site at the moment.`,
    fix: "Wait until it ends. If it does not exist any more, delete .toolkit/lock.",
  },
  SHARD_INVALID: {
    title: "The parts of the site do not fit together",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Build all parts from one revision, each with its own --shard i/n, then merge them.",
  },
  ALREADY_EXISTS: {
    title: "Nothing is overwritten",
    message: ({ file }: { file: string }) => `${file} exists already.`,
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
  SITEMAP_UNREADABLE: {
    title: "A sitemap cannot be read",
    message: ({ place, detail }: { place: string; detail: string }) => `${place}: ${detail}.`,
    fix: "Mend it, or name another folder, revision or address.",
  },
  REVISION_FAILED: {
    title: "A git revision cannot be built",
    message: ({ revision, detail }: { revision: string; detail: string }) =>
      `${revision}: ${detail}`,
    fix: "Check that revision out and build it there, or compare a folder with it.",
  },
  EXCHANGE_UNREADABLE: {
    title: "A translation that came back cannot be read",
    message: (at: { file: string; line: number; column: number; detail: string }) =>
      `${at.file}:${at.line}:${at.column}: ${at.detail}. Nothing was written.`,
    fix: "Export it again, or ask for a file in XLIFF 2, PO or the JSON of `toolkit locales export`.",
  },
  PARAMETER_UNKNOWN: {
    title: "The effect has no such parameter",
    message: ({ name, effect, similar }: { name: string; effect: string; similar?: string }) =>
      `${effect} has no parameter "${name}".${suggestion(similar)}`,
    fix: ({ effect }: { effect: string }) =>
      `\`toolkit process ${effect} --list\` shows its parameters.`,
  },
  PARAMETER_INVALID: {
    title: "A parameter has a value that it cannot have",
    message: ({ name, expected, found }: { name: string; expected: string; found: string }) =>
      `${name} wants ${expected}; found ${found}.`,
    fix: "Give another value, or leave it out for the default.",
  },
  EFFECT_UNKNOWN: {
    title: "There is no such effect",
    message: ({ name, similar }: { name: string; similar?: string }) =>
      `There is no effect "${name}".${suggestion(similar)}`,
    fix: "`toolkit process --list` shows all effects with their parameters.",
  },
  INPUT_UNREADABLE: {
    title: "A file cannot be opened",
    message: ({ file, detail }: { file: string; detail: string }) => `${file}: ${detail}`,
    fix: "Check the name, and that you may read it.",
  },
  AUDIO_EMPTY: {
    title: "A file has nothing in it",
    message: ({ file }: { file: string }) => `${file} has no bytes or no samples.`,
    fix: "Choose another file.",
  },
  AUDIO_DAMAGED: {
    title: "A file is damaged or of an unknown kind",
    message: ({ file, detail }: { file: string; detail: string }) =>
      `${file} cannot be read as sound: ${detail}`,
    fix: "Play it in another program; if it plays there, export it again as WAV or FLAC.",
  },
  AUDIO_FOREIGN: {
    title: "A file is no sound",
    message: ({ file, kind }: { file: string; kind: string }) =>
      `${file} is ${kind}, whatever its name says.`,
    fix: "Choose a file of sound or video.",
  },
  AUDIO_FORMAT: {
    title: "A file has a format that effects do not take",
    message: ({ file, found }: { file: string; found: string }) =>
      `${file} says that it has ${found}; effects take 8000 to 192000 Hz and 1 to 8 channels.`,
    fix: "Convert it to 48000 Hz and two channels. If it should have those already, its header is damaged.",
  },
  AUDIO_CUT_OFF: {
    title: "A file ends too early",
    message: ({ file }: { file: string }) =>
      `${file} is shorter than it says; what there is of it was worked on.`,
    fix: "Copy or download it again.",
  },
  AUDIO_SHORT: {
    title: "A file ends almost at once",
    message: ({ file }: { file: string }) => `${file} is shorter than a twentieth of a second.`,
    fix: "Check that it is the right file.",
  },
  AUDIO_CLIPPED: {
    title: "A recording is clipped",
    message: ({ file }: { file: string }) =>
      `The peaks of ${file} are cut at full scale; what was cut cannot come back.`,
    fix: "Record with less gain.",
  },
  AUDIO_NOT_NUMBERS: {
    title: "A file has samples that are no numbers",
    message: ({ file }: { file: string }) =>
      `${file} has samples that are no numbers; they count as silence.`,
    fix: "Export it again.",
  },
  AUDIO_MISSING: {
    title: "A file has no sound",
    message: ({ file }: { file: string }) => `${file} has no audio track.`,
    fix: "Choose another file.",
  },
  AUDIO_PROTECTED: {
    title: "A file is copy-protected",
    message: ({ file }: { file: string }) => `The sound of ${file} is encrypted.`,
    fix: "Use an unprotected copy.",
  },
  AUDIO_DECODER_MISSING: {
    title: "There is no decoder for a file",
    message: ({ file, codec }: { file: string; codec: string }) =>
      `${file} has sound of the kind ${codec}, which only ffmpeg can read here, and it is not installed.`,
    fix: "Install ffmpeg so that it is found in PATH, or convert the file to WAV, FLAC, MP3 or Ogg.",
  },
  OUTPUT_FORMAT_UNKNOWN: {
    title: "The result cannot be written in that format",
    message: ({ name, known }: { name: string; known: string }) =>
      `There is no format "${name}"; there are ${known}.`,
    fix: "Name one with --format, or end the name of the output with one.",
  },
  OUTPUT_EXISTS: {
    title: "A result exists already",
    message: ({ file }: { file: string }) => `${file} exists, and nothing is overwritten.`,
    fix: "Choose another output, or allow it with --force.",
  },
  OUTPUT_UNWRITABLE: {
    title: "A result cannot be written",
    message: ({ file, detail }: { file: string; detail: string }) => `${file}: ${detail}`,
    fix: "Check its folder, your rights there and the space on the disk.",
  },
  MODEL_REGISTRY: {
    title: "The list of nets cannot be read",
    message: ({ file, detail }: { file: string; detail: string }) => `${file}: ${detail}.`,
    fix: "Mend it; core/models.ts says what each entry needs.",
  },
  MODEL_UNKNOWN: {
    title: "There is no such net",
    message: ({ id, similar }: { id: string; similar?: string }) =>
      `There is no net "${id}".${suggestion(similar)}`,
    fix: "`toolkit models list` shows all.",
  },
  MODEL_UNCHECKED: {
    title: "A file of a net has no checksum",
    message: ({ id, file }: { id: string; file: string }) =>
      `${file} of ${id} has no sha256 in models/registry.json, so that nobody could tell whether it is the right one.`,
    fix: "Get it from its source by hand, check it, and write its sha256 and size into the registry.",
  },
  MODEL_UNREACHABLE: {
    title: "A file of a net cannot be fetched",
    message: ({ url, detail }: { url: string; detail: string }) => `${url}: ${detail}.`,
    fix: "Check the connection and models.baseUrl, and run the command again: it goes on where it ended.",
  },
  MODEL_DAMAGED: {
    title: "A file of a net is not the right one",
    message: ({ url, expected, found }: { url: string; expected: string; found: string }) =>
      `${url} has the checksum ${found}; the registry wants ${expected}. It was thrown away.`,
    fix: "Run the command again. If it stays so, the file was changed where it is published.",
  },
  OUTPUT_EMPTY: {
    title: "Nothing is left",
    message: ({ file }: { file: string }) => `With these values nothing of ${file} is left.`,
    fix: "Change the parameters; `--list` shows them.",
  },
  NOT_LOGGED_IN: {
    title: "Not logged in",
    message: ({ detail }: { detail: string }) => detail,
    fix: "Run `toolkit login`; where nobody can type, set TOOLKIT_TOKEN.",
  },
  API_UNREACHABLE: {
    title: "The API cannot be reached",
    message: ({ api, detail }: { api: string; detail: string }) => `${api}: ${detail}`,
    fix: "Check the connection, and HTTPS_PROXY where there is a proxy. --api names another address; `toolkit preview` serves one on this machine.",
  },
  API_UNUSABLE: {
    title: "What answers is not the API",
    message: ({ api, detail }: { api: string; detail: string }) => `${api}: ${detail}`,
    fix: "Check --api: it wants the origin of the API, which may be another one than that of the site.",
  },
  API_BUSY: {
    title: "Too many requests",
    message: ({ seconds }: { seconds: number | undefined }) =>
      seconds === undefined
        ? "The API takes no more requests from here for a while."
        : `The API takes no more requests from here for ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
    fix: "Wait, then run the command again.",
  },
  API_FAILED: {
    title: "The API failed",
    message: ({ status, requestId }: { status: number; requestId: string | undefined }) =>
      `It answered ${status}${requestId === undefined ? "." : `; the request is ${requestId}.`}`,
    fix: "Try again in a few minutes. If it stays so, tell the people of the site the number of the request.",
  },
  API_REFUSED: {
    title: "The API said no",
    message: ({ detail }: { detail: string; key: string | undefined }) => detail,
    fix: ({ key }: { detail: string; key: string | undefined }) =>
      REFUSALS[key ?? ""] ?? "Change what it names, then run the command again.",
  },
  ACCOUNT_FILE: {
    title: "The file with the token cannot be used",
    message: ({ file, detail }: { file: string; detail: string }) => `${file}: ${detail}`,
    fix: "Mend what is said, or remove the file and run `toolkit login`.",
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
