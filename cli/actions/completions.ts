import type { Command } from "commander";
import { ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { completionScript, SHELLS } from "../completions/scripts.ts";
import { commandTree } from "../completions/tree.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

/** `toolkit completions <shell>` */
export default function completions(
  context: Context,
  input: object,
  command: Command,
): Promise<ExitCode> {
  const requested = (input as { readonly shell: string }).shell;
  const shell = SHELLS.find((name) => name === requested);
  if (!shell) {
    const similar = findSimilar(requested, SHELLS);
    throw new ToolkitError("USAGE", {
      detail: `There are completions for ${SHELLS.join(", ")}; found "${requested}".${similar === undefined ? "" : ` Did you mean "${similar}"?`}`,
    });
  }
  context.print(completionScript(shell, commandTree(command.parent!)));
  return Promise.resolve(0);
}
