import fs from "node:fs";
import path from "node:path";
import { getRatings } from "#core/api/ratings/get-ratings.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { withClient } from "../account/session.ts";
import { counted } from "../account/show.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderError } from "../command-kit/render-error.ts";
import { withIo } from "../files/files.ts";
import { operatorSession } from "../ratings/operator-session.ts";
import { type ContentFile, type RatingPlan, planRatings } from "../ratings/plan-ratings.ts";
import { ratingText } from "../ratings/write-rating.ts";

interface Options {
  readonly api?: string;
  readonly min: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly debug?: boolean;
}
const FOLDER = "content/tools";

/**
 * `toolkit ratings pull`
 * @returns 0; with `--dry-run` 1 if a page would change, 2 on errors
 */
export default async function pull(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  try {
    const minCount = Number(options.min);
    if (!/^\d+$/.test(options.min) || minCount < 1)
      throw new ToolkitError("USAGE", {
        detail: `--min takes a number from 1 on; found "${options.min}".`,
      });
    const files = readTools(context.root);
    const session = await operatorSession(context, options);
    const { ratings } = await withClient(context, session, ({ call }) => call(getRatings, {}));
    const plan = planRatings(files, ratings, minCount);
    if (!options.dryRun)
      for (const { file, text } of plan.changes)
        withIo(file, () => fs.writeFileSync(path.join(context.root, file), text));
    report(context, plan, { ...options, least: minCount });
    if (plan.unreadable.length > 0) return 2;
    return options.dryRun && plan.changes.length > 0 ? 1 : 0;
  } catch (error) {
    // Exit code 1 would mean that pages would change.
    if (context.signal.aborted) throw error;
    context.log(renderError(error, context, { debug: options.debug === true }));
    return 2;
  }
}

/** @throws USAGE if the site has no tools */
function readTools(root: string): ContentFile[] {
  const folder = path.join(root, FOLDER);
  if (!fs.existsSync(folder))
    throw new ToolkitError("USAGE", { detail: `${root} has no folder ${FOLDER}.` });
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => {
      const file = `${FOLDER}/${name}`;
      return { file, text: withIo(file, () => fs.readFileSync(path.join(root, file), "utf8")) };
    });
}

function report(
  { print, log }: Context,
  { changes, same, few, unknown, unreadable }: RatingPlan,
  { json, dryRun = false, least: minCount }: Options & { readonly least: number },
): void {
  if (json) {
    const changed = changes.map(({ tool, file, before, after }) => ({ tool, file, before, after }));
    const few_ratings = few.map(({ tool, count }) => ({ tool, count }));
    print(
      `${JSON.stringify({ dry_run: dryRun, changed, same, few_ratings, unknown, unreadable })}\n`,
    );
    return;
  }
  for (const { file, before, after } of changes) {
    print(`${file}\n`);
    if (before !== null) print(`- rating: ${before}\n`);
    if (after !== null) print(`+ ${ratingText(after)}\n`);
  }
  for (const { tool, count } of few)
    log(`${tool}: ${counted(count, "rating")}, too few to show; ${minCount} are needed.\n`);
  for (const tool of unknown) log(`${tool}: rated, but there is no such page.\n`);
  for (const file of unreadable)
    log(`${file}: its front matter cannot be read. \`toolkit check\` shows why.\n`);
  const what = counted(changes.length, "page");
  log(
    changes.length === 0
      ? "All ratings are up to date.\n"
      : dryRun
        ? `${what} would change.\n`
        : `${what} changed.\n`,
  );
}
