import path from "node:path";
import { PACKAGE_NAME } from "#core/site/package-name.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { codeLayers } from "../files/code-layers.ts";
import { exists } from "../files/files.ts";
import type { Draft, NewInput } from "./draft.ts";
import { requireSlug } from "./names.ts";
import { panelImports } from "./panel.ts";
import { fillTemplate } from "./template.ts";

/** Files of a panel for the effect; it uses the messages of the panel kit. */
const PANEL_FILES = ["panel.ts", "Panel.tsx", "job.ts"] as const;

/**
 * `toolkit new effect <id>`: a working effect that satisfies the contract of all effects, with its
 * test and a panel for tool pages.
 */
export async function newEffect({ root, home, name }: NewInput): Promise<Draft> {
  const id = requireSlug(name);
  const isOver = codeLayers({ root, home }, true).over !== null;
  if (!isOver && !exists(path.join(root, "audio/effects")))
    throw new ToolkitError("USAGE", {
      detail: `An effect is code of the program; ${root} has a whole runtime of its own and no folder audio/effects.`,
    });
  const file = `audio/effects/${id}.ts`;
  const folder = `runtime/panels/${id}`;
  const audio = isOver ? `${PACKAGE_NAME}/audio` : "..";
  const values = { id, audio, ...panelImports({ root, home }, folder) };
  const made: readonly (readonly [path: string, template: string])[] = [
    [file, "effect.ts"],
    [`audio/effects/${id}.test.ts`, isOver ? "site-test.ts" : "effect-test.ts"],
    ...PANEL_FILES.map((each) => [`${folder}/${each}`, each] as const),
  ];
  return {
    files: made.map(([target, template]) => ({
      path: target,
      text: fillTemplate({ root, home }, `effect/${template}`, values),
    })),
    next: [
      `It works as it is: it rounds waves off. Replace what it does in ${file}; a parameter names its words in locales/*/panel-kit.json.`,
      isOver
        ? "`npm test` runs its test."
        : "`npx --no vitest run audio/effects` holds it to its own test and to the contract of all effects.",
      `\`toolkit process ${id} in.wav -o out.wav\` runs it; \`toolkit new tool <slug> --panel ${id} --preset ${id}\` makes a page for it.`,
    ],
  };
}
