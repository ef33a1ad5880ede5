import { Option } from "commander";
import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

/** `toolkit check`. */
export function addCheck(
  context: Context,
  exit: (code: ExitCode) => void,
  command: AddCommand,
): void {
  command("check", "Check content, translations, links and the built site.")
    .option("--locale <code>", "one language only, with each missing or outdated translation")
    .option("--strict", "fail for warnings, too")
    .option("--fix", "mend what can be mended with certainty")
    .option("--dry-run", "with --fix: print what would be changed, and write nothing")
    .option("--watch", "check again whenever a file changes")
    .addOption(
      new Option("--format <format>", "how findings are printed (default: text)").choices([
        "text",
        "json",
        "github",
        "sarif",
      ]),
    )
    .option("--json", "the same as --format json")
    .option("--out <link>", "the built site", "dist")
    .option("--no-site", "leave the built site out")
    .addHelpText(
      "after",
      examples(
        ["toolkit check", "everything; a line for each finding: file:line:column"],
        ["toolkit check --locale de", "what concerns German, page by page"],
        ["toolkit check --fix --dry-run", "what could be mended without doubt"],
        ["toolkit check --watch", "again whenever a file changes"],
        ["toolkit check --strict", "for a pipeline that allows no warnings"],
        ["toolkit check --format sarif > check.sarif", "for tools that show findings in code"],
      ) +
        "\nExit code: 0 without errors, 1 with errors (with --strict: or warnings), 2 for wrong usage,\n130 when --watch is interrupted.\nWith GITHUB_ACTIONS set, findings are annotations of the pull request, too.\n",
    )
    .action(async (options: object) => {
      const { default: run } = await import("../commands/check.ts");
      exit(await run(context, options));
    });
}
