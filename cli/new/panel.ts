import path from "node:path";
import { PACKAGE_NAME } from "#core/site/package-name.ts";
import { loadConfig } from "../build/load/config.ts";
import { codeLayers } from "../files/code-layers.ts";
import { exists } from "../files/files.ts";
import type { Draft, NewInput } from "./draft.ts";
import { requireSlug } from "./names.ts";
import { answerQuestions } from "./questions.ts";
import { fillTemplate } from "./template.ts";
import { splitList } from "./tool-questions.ts";

const PRESET = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Files of a panel besides its messages, with the names of their templates. */
const FILES = ["panel.ts", "Panel.tsx", "job.ts"] as const;

/** A list literal as the formatter prints it. */
const listCode = (items: readonly string[]): string => {
  const line = `[${items.join(", ")}]`;
  return line.length > 88 ? `[\n${items.map((item) => `    ${item},\n`).join("")}  ]` : line;
};

/** Import path of a folder. */
const importOf = (from: string, to: string): string =>
  path.relative(from, to).split(path.sep).join("/");

/** Import paths of the folders that a panel's code uses. */
export function panelImports(
  { root, home }: Pick<NewInput, "root" | "home">,
  folder: string,
): { readonly core: string; readonly runtime: string } {
  // In a site that extends the program, code imports the program by its package name.
  if (codeLayers({ root, home }, true).over !== null)
    return { core: `${PACKAGE_NAME}/core`, runtime: `${PACKAGE_NAME}/runtime` };
  // The program's own panels use the import aliases of its package.json.
  if (path.resolve(root) === path.resolve(home)) return { core: "#core", runtime: "#runtime" };
  const absolute = path.join(root, folder);
  // A site may have its own panels without its own workspace.
  const isWhole = exists(path.join(root, "runtime/workspace"));
  const core = isWhole && exists(path.join(root, "core")) ? root : home;
  return {
    core: importOf(absolute, path.join(core, "core")),
    runtime: importOf(absolute, path.join(isWhole ? root : home, "runtime")),
  };
}

/**
 * `toolkit new panel <id>`: a working panel. It writes checksums of the selected files, as a
 * starting point.
 */
export async function newPanel({ root, home, name, flags, ask }: NewInput): Promise<Draft> {
  const id = requireSlug(name);
  const { presets } = await answerQuestions(
    [
      () => ({
        flag: "presets",
        message: "How tool pages may open it: names separated by commas",
        initial: id,
        validate: (value) => {
          const list = splitList(value);
          if (list.length === 0) return "it names no preset.";
          if (new Set(list).size < list.length) return "it names a preset twice.";
          const wrong = list.find((preset) => !PRESET.test(preset));
          return wrong === undefined
            ? undefined
            : `"${wrong}" must be lower-case letters and digits, with single hyphens between.`;
        },
      }),
    ],
    flags,
    ask,
  );
  const folder = `runtime/panels/${id}`;
  const list = splitList(presets!).map((preset) => JSON.stringify(preset));
  const values = {
    id,
    presets: listCode(list),
    ...panelImports({ root, home }, folder),
  };
  // Messages of the default locale are used where another language has none.
  const words = `messages/${(await loadConfig(root)).defaultLocale}.json`;
  const made = [...FILES.map((name) => [name, name] as const), [words, "messages.json"] as const];
  return {
    files: made.map(([file, template]) => ({
      path: `${folder}/${file}`,
      text: fillTemplate({ root, home }, `panel/${template}`, values),
    })),
    next: [
      `It works as it is: it writes checksums. Replace what it does in ${folder}/job.ts, its controls in Panel.tsx, and its words in ${words}.`,
      `Then \`toolkit new tool <slug> --panel ${id}\` makes a page for it.`,
    ],
  };
}
