import type { NewKind } from "../actions/new.ts";
import type { CommandDeclaration, OptionDeclaration } from "../command-kit/command.ts";

interface Kind {
  readonly kind: NewKind;
  readonly argument: string;
  readonly description: string;
  readonly options: readonly OptionDeclaration[];
  readonly examples: CommandDeclaration["examples"];
}

const TEXTS: readonly OptionDeclaration[] = [
  ["--name <text>", "name in menus, 30 characters at most"],
  ["--title <text>", "title for search engines, 60 characters at most"],
  ["--description <text>", "text for search engines, 70 to 160 characters"],
  ["--heading <text>", "heading of the page"],
];

const LOCALES = [
  "--locales <codes>",
  "also write files to translate: all, or codes separated by commas",
] as const;

const KINDS: readonly Kind[] = [
  {
    kind: "tool",
    argument: "<slug>",
    description: "A page for a tool: content/tools/<slug>.md.",
    options: [
      ["--panel <id>", "panel of the workspace that runs the tool"],
      ["--preset <id>", "how the panel opens"],
      ["--menu <id>", "entry of the workspace's menu, such as 4-4"],
      ["--group <id>", "heading under which menus list it"],
      ["--cost <type>", "free, 1, 2 or 3"],
      ["--related <slugs>", "related tools, separated by commas"],
      ...TEXTS,
      LOCALES,
    ],
    examples: [
      ["toolkit new tool noise-gate", "prompts for missing values"],
      ["toolkit new tool noise-gate --dry-run", "shows what it would write"],
      ["toolkit new tool noise-gate --locales all", "and a file to translate for each language"],
      [
        "toolkit new tool noise-gate --panel enhance --preset denoise --menu 1 --group clean --cost 1",
        "without prompts",
      ],
    ],
  },
  {
    kind: "voice",
    argument: "<name>",
    description: "A voice persona: content/voices/<name>.md.",
    options: [
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
    options: TEXTS,
    examples: [["toolkit new policy cookie-policy", "at /cookie-policy"]],
  },
  {
    kind: "page",
    argument: "<name>",
    description: "Another page: content/pages/<name>.md.",
    options: [
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
    options: [
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
    description: "A panel of the workspace, with its job and messages: runtime/panels/<id>/.",
    options: [["--presets <names>", "presets of the panel, separated by commas"]],
    examples: [["toolkit new panel looper --presets loop,reverse", "a panel with two presets"]],
  },
  {
    kind: "effect",
    argument: "<id>",
    description: "An audio effect, for pages and terminal: audio/effects/<id>.ts.",
    options: [],
    examples: [
      ["toolkit new effect soft-clip", "then: toolkit process soft-clip in.wav -o out.wav"],
    ],
  },
];

/** Each kind of file has options of its own. */
export default {
  name: "new",
  description: "Write a new page, language, panel or effect from a template.",
  examples: [
    ["toolkit new tool noise-gate", "prompts for missing values"],
    ["toolkit new locale sv", "Swedish"],
    ["toolkit new tool --help", "the flags of a kind"],
  ],
  commands: KINDS.map(({ kind, argument, options, ...shown }) => ({
    ...shown,
    name: kind,
    arguments: [[argument]],
    options: [
      ...options,
      ["--dry-run", "print what would be written, and write nothing"],
      ["--no-input", "do not prompt, even on a terminal"],
    ],
    notes: "Nothing is ever overwritten.",
    load: async () => {
      const { default: create } = await import("../actions/new.ts");
      return (context, _, command) =>
        create(context, { kind, name: command.args[0]!, flags: command.opts() });
    },
  })),
} satisfies CommandDeclaration;
