import path from "node:path";
import { configSchema } from "#core/site/config.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { listFiles } from "../files/files.ts";
import { type Draft, type NewInput, humanize } from "./draft.ts";
import { languageLine } from "./languages.ts";
import { shortText, toSlug } from "./names.ts";
import { enginesOf, programSpec } from "./program-spec.ts";
import { answerQuestions } from "./questions.ts";
import { fillTemplate } from "./template.ts";
import { splitList } from "./tool-questions.ts";

const TEMPLATES = "templates/site";
const PURPOSE = "Audio tools that work in your browser.";

/** `toolkit init <folder>`: all files of a small site that builds without changes. */
export async function newSite({ root, home, flags, ask, today }: NewInput): Promise<Draft> {
  const slug = toSlug(path.basename(root)) || "site";
  const answers = await answerQuestions(
    [
      () => ({
        flag: "name",
        message: "Name of the site, 30 characters at most",
        initial: humanize(slug).slice(0, 30),
        fallback: humanize(slug).slice(0, 30),
        validate: shortText(30),
      }),
      () => ({
        flag: "origin",
        message: "Where it will be published",
        initial: `https://${slug}.example`,
        fallback: `https://${slug}.example`,
        validate: (value) => faultIn("origin", value),
      }),
      () => ({
        flag: "languages",
        message: "Languages separated by commas, the one that you write in first",
        initial: "en",
        fallback: "en",
        validate: faultInLanguages,
      }),
      () => ({
        flag: "purpose",
        message: "What it is for, in a sentence of 80 characters at most",
        initial: PURPOSE,
        fallback: PURPOSE,
        validate: shortText(80),
      }),
      ({ origin = "" }) => ({
        flag: "contact",
        message: "How visitors reach you",
        silent: true,
        fallback: `hello@${new URL(origin).hostname}`,
        validate: shortText(200),
      }),
    ],
    flags,
    ask,
  );
  const { name, languages, purpose, contact } = answers as Record<string, string>;
  const origin = configSchema.shape.site.shape.origin.parse(answers["origin"]);
  const codes = splitList(languages!);
  const sentence = /[.!?…。！？]$/u.test(purpose!) ? purpose! : `${purpose}.`;
  const code = (value: string | undefined): string => JSON.stringify(value);
  const texts = {
    title: name!,
    sentence,
    contactText: contact!,
    purpose: sentence,
    homeTitle: `${name} – Audio Tools in Your Browser`,
    description: `${sentence} Nothing is uploaded: the work is done in the browser, on your own device${sentence.length < 35 ? ", and nothing has to be installed" : ""}.`,
    aboutTitle: `About ${name}`,
    aboutDescription: `Who makes ${name}, what it is for, how it treats the files that you open, and how you can reach the people behind it.`,
    policyTitle: `Privacy Policy of ${name}`,
    slug,
  };
  const raw = {
    name: code(name),
    origin: code(origin),
    contact: code(contact),
    locales: codes.map((each) => `    ${languageLine(each)}`).join("\n"),
    defaultLocale: code(codes[0]),
    program: code(programSpec(home, root)),
    engines: code(enginesOf(home)),
    modified: today,
  };
  const files = listFiles(path.join(home, TEMPLATES)).map((file) => ({
    // npm omits dotfiles from packages.
    path: file.replace(/(^|\/)dot-/g, "$1."),
    text: fillTemplate({ root: home, home }, `site/${file}`, texts, {
      ...raw,
      ...(file.endsWith(".json") && { purpose: code(sentence) }),
    }),
  }));
  return { files, next: [`The site is ${name}. Next:`] };
}

/** The line of a `site` field in the configuration. */
function faultIn(field: "origin", value: string): string | undefined {
  const result = configSchema.shape.site.shape[field].safeParse(value);
  return result.success ? undefined : `it must be ${result.error.issues[0]!.message}.`;
}

function faultInLanguages(value: string): string | undefined {
  const codes = splitList(value);
  if (codes.length === 0) return "it names no language.";
  if (new Set(codes).size < codes.length) return "it names a language twice.";
  const wrong = codes.find((code) => languageLine(code) === undefined);
  return wrong === undefined
    ? undefined
    : `"${wrong}" is no code of a language that is known here, such as ${DEFAULT_LOCALES.map((locale) => locale.code).join(", ")}.`;
}
