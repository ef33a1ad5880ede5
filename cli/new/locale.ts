import path from "node:path";
import { MESSAGE_FILES, SERVER_MESSAGE_FILES } from "#core/site/locales.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { loadConfig } from "../build/load/config.ts";
import { CONFIG_FILE } from "../files/find-root.ts";
import { exists, listFiles, readText } from "../files/files.ts";
import { addToList } from "./config-list.ts";
import type { Draft, NewInput } from "./draft.ts";
import { configLine, directionOf, languageOf, nameIn } from "./languages.ts";
import { shortText } from "./names.ts";
import { answerQuestions } from "./questions.ts";
import { fillTemplate } from "./template.ts";

const CODE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/;

/** `toolkit new locale <code>`: empty message files, and a line in the configuration. */
export async function newLocale(input: NewInput): Promise<Draft> {
  const code = requireCode(input.name);
  const config = await loadConfig(input.root);
  const known = config.locales.find((locale) => locale.code === code);
  const answers = await answerQuestions(
    known
      ? []
      : [
          () => {
            const language = languageOf(code);
            return {
              flag: "language",
              message: "BCP 47 tag for lang, hreflang and Intl",
              ...(language && { initial: language, fallback: language }),
              validate: (value) =>
                languageOf(value.toLowerCase()) === value
                  ? undefined
                  : "it must be a BCP 47 tag such as pt-BR.",
            };
          },
          ({ language = "und" }) => {
            const name = nameIn("en", language);
            return {
              flag: "name",
              message: "English name",
              validate: shortText(60),
              ...(name && { initial: name, fallback: name }),
            };
          },
          ({ language = "und" }) => {
            const name = nameIn(language, language);
            return {
              flag: "endonym",
              message: "The language's name for itself, first in the language menu",
              validate: shortText(60),
              ...(name && { initial: name, fallback: name }),
            };
          },
          ({ language }) => {
            const dir = directionOf(language);
            return {
              flag: "dir",
              message: "Direction of its script",
              choices: [{ value: "ltr" }, { value: "rtl" }],
              initial: dir,
              fallback: dir,
            };
          },
        ],
    input.flags,
    input.ask,
  );
  const empty = fillTemplate(input, "locale/messages.json", {});
  const files = [
    ...[...(known?.files ?? MESSAGE_FILES), ...serverFiles(input.root, config.defaultLocale)].map(
      (name) => `locales/${code}/${name}.json`,
    ),
    ...panelFolders(input.root).map((folder) => `${folder}/${code}.json`),
  ].map((file) => ({ path: file, text: empty }));
  const translate = `Translate locales/${config.defaultLocale}/*.json into locales/${code}/ and pages into locales/${code}/{pages,tools}/, or hand out what \`toolkit locales export ${code}\` writes; until then English stands in. \`toolkit check --locale ${code}\` lists what is missing.`;
  if (known) return { files, next: [translate] };
  const line = configLine(code, answers as never);
  const source = readText(path.join(input.root, CONFIG_FILE))!;
  const text = addToList(source, "locales", line);
  if (text === undefined)
    return {
      files,
      next: [`Add this to the locales that ${CONFIG_FILE} uses:\n  ${line}`, translate],
    };
  return { files, edit: { path: CONFIG_FILE, text, note: line }, next: [translate] };
}

/** Message files of the server that the site replaces. */
const serverFiles = (root: string, locale: string): readonly string[] =>
  SERVER_MESSAGE_FILES.filter((name) => exists(path.join(root, `locales/${locale}/${name}.json`)));

/** Folders with the messages of the site's own panels. */
const panelFolders = (root: string): string[] =>
  [
    ...new Set(
      listFiles(path.join(root, "runtime/panels")).flatMap(
        (file) => /^[\w-]+\/messages(?=\/)/.exec(file)?.[0] ?? [],
      ),
    ),
  ].map((folder) => `runtime/panels/${folder}`);

function requireCode(name: string): string {
  if (CODE.test(name)) return name;
  const code = name.toLowerCase().replace(/_/g, "-");
  throw new ToolkitError("USAGE", {
    detail: `A locale's code is in lower-case letters, such as pt-br; found "${name}".${CODE.test(code) ? ` Did you mean "${code}"?` : ""}`,
  });
}
