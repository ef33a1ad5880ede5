import path from "node:path";
import { ToolkitError } from "../../core/errors.ts";
import { exists } from "../build/files.ts";
import type { Draft, NewInput } from "./draft.ts";
import { requireSlug } from "./names.ts";
import { answerQuestions } from "./questions.ts";
import { fillTemplate } from "./template.ts";
import { splitList } from "./tool-questions.ts";

const PRESET = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** `toolkit new panel <id>`: its manifest. Its component is code, which no template can guess. */
export async function newPanel({ root, home, name, flags, ask }: NewInput): Promise<Draft> {
  const id = requireSlug(name);
  if (!exists(path.join(root, "runtime")))
    throw new ToolkitError("USAGE", {
      detail: `A panel is code of the site's own runtime, and ${root} has no folder runtime: it uses the program's.`,
    });
  const { presets } = await answerQuestions(
    [
      () => ({
        flag: "presets",
        message: "How tool pages may open it: names with commas between",
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
  const core = path.relative(path.join(root, folder), path.join(home, "core"));
  const list = splitList(presets!).map((preset) => JSON.stringify(preset));
  const text = fillTemplate(home, "panel/panel.ts", {
    id,
    presets: `[${list.join(", ")}]`,
    core: core.split(path.sep).join("/"),
  });
  return {
    files: [{ path: `${folder}/panel.ts`, text }],
    next: [
      `Write ${folder}/Panel.tsx; until it is there, pages of this panel say that it is being built.`,
      `Then \`toolkit new tool <slug> --panel ${id}\` makes a page for it.`,
    ],
  };
}
