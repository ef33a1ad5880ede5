import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "check",
  description: "Check content, translations, links and the built site.",
  options: [
    ["--locale <code>", "one language only, with every missing or outdated translation"],
    ["--strict", "fail on warnings, too"],
    ["--fix", "apply safe fixes"],
    ["--dry-run", "with --fix: print the changes without writing them"],
    ["--watch", "check again whenever a file changes"],
    [
      "--format <format>",
      "output format (default: text)",
      { choices: ["text", "json", "github", "sarif"] },
    ],
    ["--json", "the same as --format json"],
    ["--out <link>", "the built site", { default: "dist" }],
    ["--no-site", "skip the built site"],
  ],
  examples: [
    ["toolkit check", "everything; one line per problem: file:line:column"],
    ["toolkit check --locale de", "German only, page by page"],
    ["toolkit check --fix --dry-run", "which fixes would be applied"],
    ["toolkit check --watch", "check again after every change"],
    ["toolkit check --strict", "for CI that allows no warnings"],
    ["toolkit check --format sarif > check.sarif", "for tools that show problems in code"],
  ],
  notes:
    "Exit code: 0 without errors, 1 with errors (with --strict: or warnings), 2 for wrong usage,\n130 when --watch is interrupted.\nWith GITHUB_ACTIONS set, problems are also pull request annotations.",
  load: async () => (await import("../actions/check.ts")).default,
} satisfies CommandDeclaration;
