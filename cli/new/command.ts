import type { NewKind } from "../commands/new.ts";
import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

interface Kind {
  readonly kind: NewKind;
  readonly argument: string;
  readonly description: string;
  readonly flags: readonly (readonly [flag: string, what: string])[];
  readonly examples: Parameters<typeof examples>;
}

const TEXTS: Kind["flags"] = [
  ["--name <text>", "what menus call it, 30 characters at most"],
  ["--title <text>", "title for search engines, 60 characters at most"],
  ["--description <text>", "text for search engines, 70 to 160 characters"],
  ["--heading <text>", "heading of the page"],
];

const LOCALES = [
  "--locales <codes>",
  "also write files to translate: all, or codes with commas between",
] as const;

const KINDS: readonly Kind[] = [
  {
    kind: "tool",
    argument: "<slug>",
    description: "A page for a tool: content/tools/<slug>.md.",
    flags: [
      ["--panel <id>", "panel of the workspace that does the work"],
      ["--preset <id>", "how the panel opens"],
      ["--menu <id>", "entry of the workspace's menu, such as 4-4"],
      ["--group <id>", "heading under which menus list it"],
      ["--cost <type>", "free, 1, 2 or 3"],
      ["--related <slugs>", "related tools, with commas between"],
      ...TEXTS,
      LOCALES,
    ],
    examples: [
      ["toolkit new tool noise-gate", "asks for what is missing"],
      ["toolkit new tool noise-gate --dry-run", "shows what it would write"],
      ["toolkit new tool noise-gate --locales all", "and a file to translate for each language"],
      [
        "toolkit new tool noise-gate --panel enhance --preset denoise --menu 1 --group clean --cost 1",
        "asks nothing",
      ],
    ],
  },
  {
    kind: "voice",
    argument: "<name>",
    description: "A voice persona: content/voices/<name>.md.",
    flags: [
      ["--style <style>", "narrator, news, story, game, calm or robot"],
      ["--language <tag>", "language that it speaks, such as en-US"],
      ["--sample <sentence>", "what it speaks as its sample"],
      ...TEXTS,
    ],
    examples: [["toolkit new voice alder --style calm", "a calm voice"]],
  },
  {
    kind: "policy",
    argument: "<slug>",
    description: "A policy: content/policies/<slug>.md.",
    flags: TEXTS,
    examples: [["toolkit new policy cookie-policy", "at /cookie-policy"]],
  },
  {
    kind: "page",
    argument: "<name>",
    description: "Another page: content/pages/<name>.md.",
    flags: [
      ["--kind <kind>", "home, pricing, subscription, history, settings or podcast"],
      ["--path <path>", "its address, /<name> otherwise"],
      ...TEXTS,
      LOCALES,
    ],
    examples: [
      ["toolkit new page pricing", "the kind follows from the name"],
      ["toolkit new page offers --kind pricing", "a page of that kind at /offers"],
    ],
  },
  {
    kind: "locale",
    argument: "<code>",
    description:
      "A language: empty message files in locales/<code>/, and its line in toolkit.config.ts.",
    flags: [
      ["--language <tag>", "BCP 47 tag, such as pt-BR"],
      ["--name <text>", "English name"],
      ["--endonym <text>", "the language's name for itself"],
      ["--dir <direction>", "ltr or rtl"],
    ],
    examples: [
      ["toolkit new locale sv", "Swedish, Svenska"],
      ["toolkit new locale he --dry-run", "what it would write"],
    ],
  },
  {
    kind: "panel",
    argument: "<id>",
    description: "A panel of the workspace, with its job and its words: runtime/panels/<id>/.",
    flags: [["--presets <names>", "how tool pages may open it, with commas between"]],
    examples: [["toolkit new panel looper --presets loop,reverse", "a panel with two presets"]],
  },
  {
    kind: "effect",
    argument: "<id>",
    description: "An effect on sound, for the pages and the terminal: audio/effects/<id>.ts.",
    flags: [],
    examples: [
      ["toolkit new effect soft-clip", "then: toolkit process soft-clip in.wav -o out.wav"],
    ],
  },
];

/** `toolkit new …`: each kind of file has flags of its own. */
export function addNew(
  context: Context,
  exit: (code: ExitCode) => void,
  command: AddCommand,
): void {
  const parent = command(
    "new",
    "Write a new page, language, panel or effect from a template.",
  ).addHelpText(
    "after",
    examples(
      ["toolkit new tool noise-gate", "asks for what is missing"],
      ["toolkit new locale sv", "Swedish"],
      ["toolkit new tool --help", "the flags of a kind"],
    ),
  );
  for (const { kind, argument, description, flags, examples: shown } of KINDS) {
    const made = command(kind, description, parent).argument(argument);
    for (const [flag, what] of flags) made.option(flag, what);
    made
      .option("--dry-run", "print what would be written, and write nothing")
      .option("--no-input", "ask nothing, even on a terminal")
      .addHelpText("after", `${examples(...shown)}\nNothing is ever overwritten.\n`)
      .action(async (name: string, options: object) => {
        const { default: run } = await import("../commands/new.ts");
        exit(await run(context, { kind, name, flags: options }));
      });
  }
}
