import path from "node:path";
import type { Command } from "commander";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { todayOf } from "../new/draft.ts";
import { createPrompts } from "../new/prompts.ts";
import { newSite } from "../new/site.ts";
import { printDraft, requireNew, writeDraft } from "../new/write-draft.ts";

interface Options {
  readonly folder?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  /** False for --no-input. */
  readonly input: boolean;
}

/** `toolkit init <folder>` */
export default async function init(
  context: Context,
  options: object,
  command: Command,
): Promise<ExitCode> {
  const { yes = false, dryRun, input, folder = yes ? "." : undefined } = options as Options;
  if (folder === undefined)
    return command.error("error: missing required argument 'folder'", {
      code: "commander.missingArgument",
    });
  const { home, cwd } = context;
  const root = path.resolve(cwd, folder);
  const ask = context.canAsk && input && !yes ? await createPrompts(context.signal) : undefined;
  const today = todayOf(new Date());
  const flags = options as Readonly<Record<string, unknown>>;
  const draft = await newSite({ root, home, name: folder, flags, ask, today });
  requireNew(root, draft.files);
  if (dryRun) return printDraft(context, draft);
  writeDraft(root, draft.files);
  const shown = path.relative(cwd, root) || ".";
  context.print(draft.files.map((file) => `${path.join(shown, file.path)}\n`).join(""));
  const enter = shown === "." ? [] : [`  cd ${/\s/.test(shown) ? JSON.stringify(shown) : shown}`];
  context.log([...draft.next, ...enter, "  npm install", "  npm start", ""].join("\n"));
  return 0;
}
