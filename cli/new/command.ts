import type { NewKind } from "../commands/new.ts";
import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

/** `toolkit new …`: each kind of file has flags of its own. */
export function addNew(
  context: Context,
  exit: (code: ExitCode) => void,
  command: AddCommand,
): void {
  const parent = command("new", "Write a new page, language or panel from a template.");
  const texts = [
    ["--name <text>", "what menus call it, 30 characters at most"],
    ["--title <text>", "title for search engines, 60 characters at most"],
    ["--description <text>", "text for search engines, 70 to 160 characters"],
    ["--heading <text>", "heading of the page"],
  ] as const;
  const add = (
    kind: NewKind,
    argument: string,
    description: string,
    flags: readonly (readonly [flag: string, what: string])[],
    ...shown: Parameters<typeof examples>
  ): void => {
    const made = command(kind, description, parent).argument(argument);
    for (const [flag, what] of flags) made.option(flag, what);
    made
      .option("--dry-run", "print what would be written, and write nothing")
      .option("--no-input", "ask nothing, even on a terminal")
      .addHelpText("after", examples(...shown) + "\nNothing is ever overwritten.\n")
      .action(async (name: string, options: object) => {
        const { default: run } = await import("../commands/new.ts");
        exit(await run(context, { kind, name, flags: options }));
      });
  };
  add(
    "tool",
    "<slug>",
    "A page for a tool: content/tools/<slug>.md.",
    [
      ["--panel <id>", "panel of the workspace that does the work"],
      ["--preset <id>", "how the panel opens"],
      ["--menu <id>", "entry of the workspace's menu, such as 4-4"],
      ["--group <id>", "heading under which menus list it"],
      ["--cost <type>", "free, 1, 2 or 3"],
      ["--related <slugs>", "related tools, with commas between"],
      ...texts,
    ],
    ["toolkit new tool noise-gate", "asks for what is missing"],
    [
      "toolkit new tool noise-gate --panel enhance --preset denoise --menu 1 --group clean --cost 1",
      "asks nothing",
    ],
  );
  add(
    "voice",
    "<name>",
    "A voice persona: content/voices/<name>.md.",
    [
      ["--style <style>", "narrator, news, story, game, calm or robot"],
      ["--language <tag>", "language that it speaks, such as en-US"],
      ["--sample <sentence>", "what it speaks as its sample"],
      ...texts,
    ],
    ["toolkit new voice alder --style calm", "a calm voice"],
  );
  add("policy", "<slug>", "A policy: content/policies/<slug>.md.", texts, [
    "toolkit new policy cookie-policy",
    "at /cookie-policy",
  ]);
  add(
    "page",
    "<name>",
    "Another page: content/pages/<name>.md.",
    [
      ["--kind <kind>", "home, pricing, subscription, history, settings or podcast"],
      ["--path <path>", "its address, /<name> otherwise"],
      ...texts,
    ],
    ["toolkit new page pricing", "the kind follows from the name"],
    ["toolkit new page offers --kind pricing", "a page of that kind at /offers"],
  );
  add(
    "locale",
    "<code>",
    "A language: empty message files in locales/<code>/, and its line in toolkit.config.ts.",
    [
      ["--language <tag>", "BCP 47 tag, such as pt-BR"],
      ["--name <text>", "English name"],
      ["--endonym <text>", "the language's name for itself"],
      ["--dir <direction>", "ltr or rtl"],
    ],
    ["toolkit new locale sv", "Swedish, Svenska"],
    ["toolkit new locale he --dry-run", "what it would write"],
  );
  add(
    "panel",
    "<id>",
    "A panel of the workspace: runtime/panels/<id>/panel.ts.",
    [["--presets <names>", "how tool pages may open it, with commas between"]],
    ["toolkit new panel looper --presets loop,reverse", "a panel with two presets"],
  );
}
