import { PAGE_KINDS, VOICE_STYLES, type ContentType } from "#core/page/content.ts";
import { type Problem, ToolkitError } from "#core/errors/errors.ts";
import type { SourceFile } from "../build/load/entry.ts";
import { type ParsedEntry, parseEntry } from "../build/load/read-entry.ts";
import { toEntry } from "../build/load/to-entry.ts";
import { planSite } from "../build/plan/plan.ts";
import { type LoadedSite, type Texts, loadSite } from "../check/load-site.ts";
import { STARTERS } from "../check/starters.ts";
import { checkDuplicates } from "../check/texts.ts";
import { type Draft, type NewInput, humanize } from "./draft.ts";
import { requireSlug, searchText, shortText } from "./names.ts";
import { type Answers, type Question, answerQuestions } from "./questions.ts";
import { localesOf, stubsOf } from "./stubs.ts";
import { fillTemplate, yamlText } from "./template.ts";
import { relatedTools, toolQuestions } from "./tool-questions.ts";

type Make = (answers: Answers) => Question | undefined;

/**
 * Questions about the texts that every page has. `words` are starter texts that differ from those
 * of any other page.
 */
function textQuestions(slug: string, words: (typeof STARTERS)[keyof typeof STARTERS]): Make[] {
  const name = humanize(slug);
  return [
    () => ({
      flag: "name",
      message: "What menus and cards call it, 30 characters at most",
      initial: name,
      validate: shortText(30),
      ...(name.length <= 30 && { fallback: name }),
    }),
    (answers) => {
      const title = `${answers["name"] ?? name} – ${words.title}`;
      return {
        flag: "title",
        message: "Title for search engines, 60 characters at most",
        initial: title,
        fallback: title,
        validate: shortText(60),
      };
    },
    (answers) => ({
      flag: "description",
      message: "Text for search engines, 110 to 160 characters",
      silent: true,
      fallback: `${answers["name"] ?? name}: ${words.description} Search engines show 110 to 160 characters of it.`,
      validate: searchText,
    }),
    (answers) => ({
      flag: "heading",
      message: "Heading of the page",
      silent: true,
      fallback: `${answers["name"] ?? name}: ${words.heading}`,
      validate: shortText(120),
    }),
  ];
}

/** `toolkit new tool <slug>` */
export async function newTool(input: NewInput): Promise<Draft> {
  const slug = requireSlug(input.name);
  const site = await loadSite(input);
  const locales = localesOf(input.flags["locales"], site.config);
  const answers = await answerQuestions(
    [...toolQuestions(site, slug), ...textQuestions(slug, STARTERS.tool)],
    input.flags,
    input.ask,
  );
  const related = relatedTools(site, slug, answers);
  const text = fillTemplate(
    input,
    "tool.md",
    { ...answers, slug },
    {
      modified: input.today,
      menu: JSON.stringify(answers["menu"]),
      cost: answers["cost"]!,
      related: `[${related.map(yamlText).join(", ")}]`,
    },
  );
  return withStubs(input, locales, draftOf(site, "tools", slug, text));
}

/** `toolkit new voice <name>` */
export async function newVoice(input: NewInput): Promise<Draft> {
  const slug = requireSlug(input.name);
  const site = await loadSite(input);
  const language = site.config.locales.find(({ code }) => code === site.config.defaultLocale)!;
  const answers = await answerQuestions(
    [
      () => ({
        flag: "style",
        message: "Style of the voice",
        choices: VOICE_STYLES.map((value) => ({ value })),
      }),
      () => ({
        flag: "language",
        message: "Language that it speaks, as a BCP 47 tag",
        initial: language.language,
        fallback: language.language,
        validate: notATag,
      }),
      () => ({
        flag: "sample",
        message: "A sentence that it speaks as its sample",
        silent: true,
        fallback: STARTERS.voice.sample,
        validate: shortText(300),
      }),
      ...textQuestions(slug, STARTERS.voice),
    ],
    input.flags,
    input.ask,
  );
  const values = { ...answers, slug };
  const text = fillTemplate(input, "voice.md", values, { modified: input.today });
  return draftOf(site, "voices", slug, text);
}

/** `toolkit new policy <slug>` */
export async function newPolicy(input: NewInput): Promise<Draft> {
  const slug = requireSlug(input.name);
  const site = await loadSite(input);
  const questions = textQuestions(slug, STARTERS.policy);
  const answers = await answerQuestions(questions, input.flags, input.ask);
  const values = { ...answers, slug };
  const text = fillTemplate(input, "policy.md", values, { modified: input.today });
  return draftOf(site, "policies", slug, text);
}

const KIND_OF_NAME: Readonly<Record<string, string>> = {
  home: "home",
  pricing: "pricing",
  subscription: "subscription",
  "use-history": "history",
  "account-settings": "settings",
  "podcast-preview": "podcast",
};

/** `toolkit new page <name>` */
export async function newPage(input: NewInput): Promise<Draft> {
  const slug = requireSlug(input.name);
  const site = await loadSite(input);
  const locales = localesOf(input.flags["locales"], site.config);
  const defaultKind = KIND_OF_NAME[slug];
  const answers = await answerQuestions(
    [
      () => ({
        flag: "kind",
        message: "Kind of page: which parts it shows beside its text",
        choices: PAGE_KINDS.map((value) => ({ value })),
        ...(defaultKind && { initial: defaultKind, fallback: defaultKind }),
      }),
      ({ kind }) => ({
        flag: "path",
        message: "Address, without a locale",
        silent: true,
        fallback: kind === "home" ? "/" : `/${slug}`,
        validate: (value) =>
          /^\/([a-z0-9]+(-[a-z0-9]+)*)?$/.test(value)
            ? undefined
            : "it must be a path such as /pricing, in lower-case letters.",
      }),
      ...textQuestions(slug, STARTERS.page),
    ],
    input.flags,
    input.ask,
  );
  const text = fillTemplate(input, "page.md", answers, { modified: input.today });
  return withStubs(input, locales, draftOf(site, "pages", slug, text));
}

/** Adds a file for each translation. */
function withStubs(
  folders: NewInput,
  locales: LoadedSite["config"]["locales"],
  draft: Draft,
): Draft {
  const [source] = draft.files;
  if (locales.length === 0 || !source) return draft;
  const id = source.path.slice("content/".length, -".md".length);
  return {
    files: [...draft.files, ...stubsOf(folders, locales, { id, text: source.text })],
    next: [
      ...draft.next,
      "Translate the files in locales/, then run `toolkit locales stamp`; until then the page shows English there.",
    ],
  };
}

const notATag = (value: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(value)[0] === value
      ? undefined
      : `it is written ${Intl.getCanonicalLocales(value)[0]}.`;
  } catch {
    return "it must be a BCP 47 tag such as pt-BR.";
  }
};

/**
 * Validates a new file within the site before it is written. @throws the problems that `toolkit
 * check` would report
 */
function draftOf(site: LoadedSite, type: ContentType, stem: string, text: string): Draft {
  const file = `content/${type}/${stem}.md`;
  const source: SourceFile = { file, type, locale: site.config.defaultLocale, source: true };
  const parsed = parseEntry(text, source);
  const problems: Problem[] = Array.isArray(parsed) ? parsed : checkEntry(site, parsed, text);
  if (problems.length > 1)
    throw new ToolkitError("PROBLEMS", { errors: problems.length }, { problems });
  if (problems[0]) throw new ToolkitError(problems[0].code, problems[0].params);
  return {
    files: [{ path: file, text }],
    next: [`Replace the starter texts in ${file}, then run \`toolkit check\`.`],
  };
}

function checkEntry(
  { config, plan, texts, faulty }: LoadedSite,
  parsed: ParsedEntry,
  text: string,
): Problem[] {
  const entry = toEntry(parsed, text);
  const others = texts.filter((page) => page.entry.file !== parsed.file);
  const { title = "", description = "" } = parsed.data;
  const page: Texts = {
    entry,
    title,
    description,
    titleWithoutEngine: "",
    descriptionWithoutEngine: "",
    keywords: 0,
    features: [],
    headings: [],
    anchors: [],
    facts: [],
  };
  const entries = [...others, page].map((each) => each.entry);
  return [
    ...planSite({
      config,
      entries,
      faulty: faulty.map((each) => each.entry),
      panels: plan.panels,
    }).problems,
    ...checkDuplicates({ texts: [...others, page] }),
  ].filter(({ location }) => location?.file === parsed.file);
}
