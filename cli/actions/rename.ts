import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { loadSite } from "../check/load-site.ts";
import { applyRename } from "../rename/apply-rename.ts";
import { type Rename, planRename } from "../rename/plan-rename.ts";

interface Options {
  readonly page: string;
  readonly slug: string;
  readonly dryRun?: boolean;
}

/** Maximum number of files listed for manual review. */
const MENTIONS = 10;

/** `toolkit rename` */
export default async function rename(context: Context, input: object): Promise<ExitCode> {
  const { page, slug, dryRun } = input as Options;
  const planned = planRename(await loadSite(context), page, slug);
  const rule = dryRun ? planned.rule : await applyRename(context.root, planned);
  context.print(planned.changes.map((change) => `${lineOf(change)}\n`).join(""));
  context.log(notesOf(planned, rule).join(""));
  context.log(
    dryRun
      ? "Nothing was written.\n"
      : `${planned.from} is ${planned.to} now. \`git diff\` shows what changed; \`toolkit check\` looks at it.\n`,
  );
  return 0;
}

const lineOf = ({ from, to }: Rename["changes"][number]): string =>
  from === to ? from : `${from} → ${to}`;

function notesOf({ mentions }: Rename, rule: string | undefined): string[] {
  const notes: string[] = [];
  if (rule !== undefined)
    notes.push(`Add this to the redirects that toolkit.config.ts uses:\n  ${rule}\n`);
  if (mentions.length > 0) {
    const more = mentions.length - MENTIONS;
    notes.push(
      "These files name the old address, too, and were left as they are:\n",
      ...mentions.slice(0, MENTIONS).map((file) => `  ${file}\n`),
      ...(more > 0 ? [`  and ${more} more\n`] : []),
    );
  }
  return notes;
}
