import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

/** `toolkit locales …` */
export function addLocales(
  context: Context,
  exit: (code: ExitCode) => void,
  command: AddCommand,
): void {
  const parent = command(
    "locales",
    "Tell how far translations are, and note what they translate.",
  ).addHelpText(
    "after",
    examples(
      ["toolkit locales status", "how far each language is"],
      ["toolkit locales stamp", "note what new translations translate"],
    ),
  );
  command("status", "How far each language is: translated, stale, missing.", parent)
    .option("--locale <code>", "one language only")
    .option("--json", "print one object")
    .addHelpText(
      "after",
      examples(
        ["toolkit locales status", "a table"],
        ["toolkit locales status --json", "the same for programs"],
        ["toolkit check --locale de", "what exactly is missing in German"],
      ) +
        "\nColumns: language, pages translated of all, pages with an outdated section, pages that lack\na section, messages missing of all. Where stdout is no terminal they are separated by tabs.\n",
    )
    .action(async (options: object) => {
      const { status } = await import("../commands/locales.ts");
      exit(await status(context, options));
    });
  command("stamp", "Note in translations which English text each section translates.", parent)
    .argument("[files...]", "translations to stamp anew, stale sections included")
    .option("--locale <code>", "one language only")
    .option("--all", "stamp stale sections of all files anew, too: they count as up to date then")
    .option("--check", "write nothing; exit 1 when something would be stamped")
    .addHelpText(
      "after",
      examples(
        ["toolkit locales stamp", "sections that have no stamp yet"],
        ["toolkit locales stamp locales/de/tools/audio-trimmer.md", "after bringing it up to date"],
        ["toolkit locales stamp --locale de --all", "after reviewing all of German"],
        ["toolkit locales stamp --check", "in a pipeline"],
      ) +
        "\nA stamp is a hash of the English section. When the English changes, `toolkit check` calls the\nsection stale until its file is named here. Nothing else of a file is touched.\n",
    )
    .action(async (files: string[], options: object) => {
      const { stamp } = await import("../commands/locales.ts");
      exit(await stamp(context, { ...options, files }));
    });
}
