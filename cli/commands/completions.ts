import { ToolkitError } from "../../core/errors.ts";
import { mostSimilar } from "../../core/similar.ts";
import { completionScript, SHELLS } from "../completions/scripts.ts";
import { commandTree } from "../completions/tree.ts";
import type { Context } from "../context.ts";
import type { ExitCode } from "../run.ts";
import { createProgram } from "../run.ts";

/** `toolkit completions <shell>` */
export default function completions(context: Context, input: object): Promise<ExitCode> {
  const wanted = (input as { readonly shell: string }).shell;
  const shell = SHELLS.find((name) => name === wanted);
  if (!shell) {
    const similar = mostSimilar(wanted, SHELLS);
    throw new ToolkitError("USAGE", {
      detail: `There are completions for ${SHELLS.join(", ")}; found "${wanted}".${similar === undefined ? "" : ` Did you mean "${similar}"?`}`,
    });
  }
  const program = createProgram(context, () => {});
  context.print(completionScript(shell, commandTree(program)));
  return Promise.resolve(0);
}
