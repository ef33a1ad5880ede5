import path from "node:path";
import { ToolkitError } from "../../core/errors.ts";
import { exists } from "../build/files.ts";
import type { Draft, NewInput } from "./draft.ts";
import { requireSlug } from "./names.ts";
import { fillTemplate } from "./template.ts";

/** `toolkit new effect <id>`: one that works, and that the contract of all effects holds for. */
export async function newEffect({ root, home, name }: NewInput): Promise<Draft> {
  const id = requireSlug(name);
  if (!exists(path.join(root, "audio/effects")))
    throw new ToolkitError("USAGE", {
      detail: `An effect is code of the program, and ${root} has no folder audio/effects.`,
    });
  const file = `audio/effects/${id}.ts`;
  const text = fillTemplate(home, "effect.ts", { id: JSON.stringify(id) });
  return {
    files: [{ path: file, text }],
    next: [
      `It works as it is: it rounds waves off. Replace what it does in ${file}.`,
      "`npx vitest run audio/effects/contract.test.ts` holds it to the contract of all effects.",
      `\`toolkit process ${id} in.wav -o out.wav\` runs it.`,
    ],
  };
}
