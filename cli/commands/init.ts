import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "init",
  description: "Start a site of your own in a new folder.",
  arguments: [["[folder]", "folder to write; . for the current one (default with --yes)"]],
  options: [
    ["--name <text>", "name of the site, 30 characters at most"],
    ["--origin <address>", "where it will be published, such as https://tools.example.org"],
    ["--languages <codes>", "its languages, separated by commas; the one that you write in first"],
    ["--purpose <sentence>", "what it is for, 80 characters at most"],
    ["--contact <address>", "how visitors reach you (default: hello@ and the host of the origin)"],
    ["-y, --yes", "take the defaults for all that no flag says, without a question"],
    ["--dry-run", "print what would be written, and write nothing"],
    ["--no-input", "do not prompt, even on a terminal"],
  ],
  examples: [
    ["toolkit init my-site", "prompts for missing values"],
    [
      'toolkit init my-site --name "Cut It" --origin https://cut.example --languages en,de --purpose "Cuts sound in the browser."',
      "without prompts",
    ],
    ["toolkit init my-site --yes", "with the defaults, which the files can change later"],
  ],
  notes: "Nothing is ever overwritten.",
  load: async () => (await import("../actions/init.ts")).default,
} satisfies CommandDeclaration;
