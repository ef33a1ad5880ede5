import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "locales",
  description: "Show translation progress; export and import translations.",
  examples: [
    ["toolkit locales status", "progress of each language"],
    ["toolkit locales stamp", "stamp new translations"],
    ["toolkit locales export de --out de.xlf", "for translators"],
    ["toolkit locales import de.xlf", "translated files"],
  ],
  commands: [
    {
      name: "status",
      description: "Show progress by language: translated, stale, missing.",
      options: [
        ["--locale <code>", "one language only"],
        ["--sections", "by section of pages"],
        [
          "--budget <percent>",
          "fail if fewer words are up to date: de=95, or 90 for all (repeatable)",
          { repeated: true },
        ],
        ["--json", "print one object"],
      ],
      examples: [
        ["toolkit locales status", "a table"],
        ["toolkit locales status --sections --locale de", "which parts of pages are stale"],
        ["toolkit locales status --budget de=95 --budget 50", "for CI"],
        ["toolkit locales status --json", "the same for programs"],
        ["toolkit check --locale de", "what exactly is missing in German"],
      ],
      notes:
        "Columns: language, pages translated of all, pages with an outdated section, pages that lack\na section, messages missing of all, English words whose translation is up to date, outdated\nand missing, and the first of these in percent. Without a terminal they are separated by tabs.",
      load: async () => (await import("../actions/locales.ts")).status,
    },
    {
      name: "stamp",
      description: "Record in translations which English text each section translates.",
      arguments: [["[files...]", "translations to stamp again, including stale sections"]],
      options: [
        ["--locale <code>", "one language only"],
        ["--all", "also stamp stale sections of all files, which then count as up to date"],
        ["--messages", "also stamp messages of languages without stamps"],
        ["--as-reviewed", "also stamp texts that have not changed since their English did"],
        ["--check", "write nothing; exit 1 if anything would be stamped"],
      ],
      examples: [
        ["toolkit locales stamp", "sections that have no stamp yet"],
        ["toolkit locales stamp locales/de/tools/audio-trimmer.md", "after bringing it up to date"],
        ["toolkit locales stamp --locale de --all --as-reviewed", "after reviewing all of German"],
        ["toolkit locales stamp --messages", "messages, too"],
        ["toolkit locales stamp locales/de/common.json", "after bringing its messages up to date"],
        ["toolkit locales stamp --check", "in CI"],
      ],
      notes:
        "A stamp is a hash of the English section. When the English changes, `toolkit check` calls the\nsection stale until its file is named here. Nothing else of a file is touched. Stamps of messages\nare in locales/<code>/.stamps.json; where there is one, every run stamps what is new.",
      load: async () => (await import("../actions/locales.ts")).stamp,
    },
    {
      name: "export",
      description: "Export all texts to one file per language.",
      arguments: [["[codes...]", "languages (default: all)"]],
      options: [
        ["--out <path>", "a file, or a folder for several languages (default: print it)"],
        ["--format <name>", "xliff, po or json", { default: "xliff" }],
        ["--open", "only missing or stale texts"],
        ["--force", "overwrite files"],
      ],
      examples: [
        ["toolkit locales export de --out de.xlf", "all of German, as XLIFF 2.0"],
        [
          "toolkit locales export --out to-translate --open",
          "missing and stale texts, in every language",
        ],
        ["toolkit locales export ja --format po > ja.po", "for gettext tools"],
      ],
      notes:
        "Placeholders and links are marked as codes. Keep the file's ids; see docs/translating.md.",
      load: async () => (await import("../actions/locales-exchange.ts")).exportUnits,
    },
    {
      name: "import",
      description: "Import translations: a whole file, or nothing.",
      arguments: [["<files...>", "XLIFF (.xlf), .po or .json, as `export` wrote them"]],
      options: [
        ["--locale <code>", "language, if the file does not name one"],
        [
          "--changed <what>",
          "texts whose English has changed since: refuse, skip, or take as stale",
          { default: "refuse" },
        ],
        ["--as-reviewed", "also take texts marked as fuzzy, initial or in need of review"],
        ["--dry-run", "print what would be written, and write nothing"],
        ["--json", "print one object"],
      ],
      examples: [
        ["toolkit locales import de.xlf", "writes locales/de/ and stamps it"],
        ["toolkit locales import back/*.xlf --dry-run", "problems, text by text"],
        ["toolkit locales import de.xlf --changed skip", "all but what has changed in English"],
      ],
      notes: "Exit code: 0 imported, 1 problems found and nothing written, 2 wrong usage.",
      load: async () => (await import("../actions/locales-exchange.ts")).importUnits,
    },
    {
      name: "add",
      description: "Add a language: its message files, and its line in toolkit.config.ts.",
      arguments: [["<code>", "such as sv or pt-br"]],
      options: [
        ["--language <tag>", "BCP 47 tag, such as pt-BR"],
        ["--name <text>", "English name"],
        ["--endonym <text>", "the language's name for itself"],
        ["--dir <direction>", "ltr or rtl"],
        ["--dry-run", "print what would be written, and write nothing"],
        ["--no-input", "do not prompt, even on a terminal"],
      ],
      examples: [
        ["toolkit locales add sv", "Swedish, Svenska"],
        ["toolkit locales add he --dry-run", "what it would write"],
      ],
      notes: "The same as `toolkit new locale`. Nothing is ever overwritten.",
      load: async () => {
        const { default: create } = await import("../actions/new.ts");
        return (context, _, command) =>
          create(context, { kind: "locale", name: command.args[0]!, flags: command.opts() });
      },
    },
  ],
} satisfies CommandDeclaration;
