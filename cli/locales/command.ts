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
    "Tell how far translations are, hand them out and take them back.",
  ).addHelpText(
    "after",
    examples(
      ["toolkit locales status", "how far each language is"],
      ["toolkit locales stamp", "note what new translations translate"],
      ["toolkit locales export de --out de.xlf", "for translators"],
      ["toolkit locales import de.xlf", "what they return"],
    ),
  );
  command("status", "How far each language is: translated, stale, missing.", parent)
    .option("--locale <code>", "one language only")
    .option("--sections", "by section of pages")
    .option(
      "--budget <per cent>",
      "fail when less of the words is up to date: de=95, or 90 for all (can be given again)",
      (value: string, before: readonly string[]) => [...before, value],
      [],
    )
    .option("--json", "print one object")
    .addHelpText(
      "after",
      examples(
        ["toolkit locales status", "a table"],
        ["toolkit locales status --sections --locale de", "which parts of pages are stale"],
        ["toolkit locales status --budget de=95 --budget 50", "for a pipeline"],
        ["toolkit locales status --json", "the same for programs"],
        ["toolkit check --locale de", "what exactly is missing in German"],
      ) +
        "\nColumns: language, pages translated of all, pages with an outdated section, pages that lack\na section, messages missing of all, English words whose translation is up to date, outdated\nand missing, and the first of these in per cent. Without a terminal they are separated by tabs.\n",
    )
    .action(async (options: object) => {
      const { status } = await import("../commands/locales.ts");
      exit(await status(context, options));
    });
  command("stamp", "Note in translations which English text each section translates.", parent)
    .argument("[files...]", "translations to stamp anew, stale sections included")
    .option("--locale <code>", "one language only")
    .option("--all", "stamp stale sections of all files anew, too: they count as up to date then")
    .option("--messages", "also stamp messages of languages where nobody has before")
    .option("--check", "write nothing; exit 1 when something would be stamped")
    .addHelpText(
      "after",
      examples(
        ["toolkit locales stamp", "sections that have no stamp yet"],
        ["toolkit locales stamp locales/de/tools/audio-trimmer.md", "after bringing it up to date"],
        ["toolkit locales stamp --locale de --all", "after reviewing all of German"],
        ["toolkit locales stamp --messages", "and which English each message translates"],
        ["toolkit locales stamp locales/de/common.json", "after bringing its messages up to date"],
        ["toolkit locales stamp --check", "in a pipeline"],
      ) +
        "\nA stamp is a hash of the English section. When the English changes, `toolkit check` calls the\nsection stale until its file is named here. Nothing else of a file is touched. Stamps of messages\nare in locales/<code>/.stamps.json; where there is one, every run stamps what is new.\n",
    )
    .action(async (files: string[], options: object) => {
      const { stamp } = await import("../commands/locales.ts");
      exit(await stamp(context, { ...options, files }));
    });
  command("export", "Write all that is to be translated into one file a language.", parent)
    .argument("[codes...]", "languages (default: all)")
    .option("--out <path>", "a file, or a folder for several languages (default: print it)")
    .option("--format <name>", "xliff, po or json", "xliff")
    .option("--open", "only what is missing or stale")
    .option("--force", "overwrite files")
    .addHelpText(
      "after",
      examples(
        ["toolkit locales export de --out de.xlf", "all of German, as XLIFF 2.0"],
        ["toolkit locales export --out to-translate --open", "what is open, in every language"],
        ["toolkit locales export ja --format po > ja.po", "for gettext tools"],
      ) +
        "\nPlaceholders and links are marked as codes. Keep the file's ids; see docs/translating.md.\n",
    )
    .action(async (codes: string[], options: object) => {
      const { exportUnits } = await import("../commands/locales-exchange.ts");
      exit(await exportUnits(context, { ...options, codes }));
    });
  command("import", "Take translations in: all of a file, or nothing.", parent)
    .argument("<files...>", "XLIFF (.xlf), .po or .json, as `export` wrote them")
    .option("--locale <code>", "language, where the file does not tell")
    .option(
      "--changed <what>",
      "units whose English has changed since: refuse, skip, or take as stale",
      "refuse",
    )
    .option("--dry-run", "tell what would be written, and write nothing")
    .option("--json", "print one object")
    .addHelpText(
      "after",
      examples(
        ["toolkit locales import de.xlf", "writes locales/de/ and stamps it"],
        ["toolkit locales import back/*.xlf --dry-run", "what is wrong with them, unit by unit"],
        ["toolkit locales import de.xlf --changed skip", "all but what has changed in English"],
      ) + "\nExit code: 0 taken in, 1 something is wrong and nothing was written, 2 wrong usage.\n",
    )
    .action(async (files: string[], options: object) => {
      const { importUnits } = await import("../commands/locales-exchange.ts");
      exit(await importUnits(context, { ...options, files }));
    });
  command("add", "Add a language: its message files, and its line in toolkit.config.ts.", parent)
    .argument("<code>", "such as sv or pt-br")
    .option("--language <tag>", "BCP 47 tag, such as pt-BR")
    .option("--name <text>", "English name")
    .option("--endonym <text>", "the language's name for itself")
    .option("--dir <direction>", "ltr or rtl")
    .option("--dry-run", "print what would be written, and write nothing")
    .option("--no-input", "ask nothing, even on a terminal")
    .addHelpText(
      "after",
      examples(
        ["toolkit locales add sv", "Swedish, Svenska"],
        ["toolkit locales add he --dry-run", "what it would write"],
      ) + "\nThe same as `toolkit new locale`. Nothing is ever overwritten.\n",
    )
    .action(async (name: string, flags: object) => {
      const { default: create } = await import("../commands/new.ts");
      exit(await create(context, { kind: "locale", name, flags }));
    });
}
