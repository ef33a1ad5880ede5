import type { CommandDeclaration } from "../command-kit/command.ts";

const API = ["--api <url>", "address of the API (default: TOOLKIT_API, or the site's)"] as const;
const ENVIRONMENT =
  "Environment: TOOLKIT_OPERATOR_TOKEN (the server's OPERATOR_TOKEN; a server without one answers\n" +
  "its own machine only), TOOLKIT_API, HTTPS_PROXY, NO_PROXY.";

export default {
  name: "ratings",
  description: "Show what visitors wrote about the tools; write their ratings into the pages.",
  options: [
    API,
    ["--tool <slug>", "ratings of one tool"],
    ["--filter <words>", "rows that contain all of these words"],
    ["--sort <column>", "time, tool, stars, locale or words"],
    ["--reverse", "in reverse order"],
    ["--page <n>", "which page (default: 1)"],
    ["--page-size <n>", "rows of a page", { default: "50" }],
    ["--all", "all rows"],
    ["--json", "print one object"],
    ["--plain", "print, even on a terminal"],
    ["--no-input", "do not prompt; print"],
    ["--no-color", "no colors, as with NO_COLOR"],
  ],
  examples: [
    ["toolkit ratings", "on a terminal a screen with keys: ? shows them"],
    ["toolkit ratings --sort stars --filter hiss", "the worst first, of those about hiss"],
    ["toolkit ratings --all --plain > ratings.tsv", "time, tool, stars, locale, words, id"],
    ["toolkit ratings pull --dry-run", "what would change in content/tools"],
  ],
  notes: `${ENVIRONMENT}\nExit code: 0, 1 when the API refuses or fails, 2 for wrong usage, 130 when interrupted.`,
  commands: [
    {
      name: "pull",
      description: "Write the ratings of the tools into the front matter of their pages.",
      options: [
        API,
        ["--min <n>", "ratings that a page needs to show them", { default: "5" }],
        ["--dry-run", "show what would change, and change nothing"],
        ["--json", "print one object"],
      ],
      examples: [
        ["toolkit ratings pull", "write them into content/tools"],
        ["toolkit ratings pull --dry-run", "for CI: 1 when a page is out of date"],
      ],
      notes:
        `${ENVIRONMENT}\nA page with fewer ratings than --min has none of its own. Other fields and the body stay as they are.\n` +
        "Exit code: 0; with --dry-run 1 when a page would change; 2 when the ratings cannot be fetched or a\nfile cannot be read; 130 when interrupted.",
      load: async () => (await import("../actions/ratings-pull.ts")).default,
    },
  ],
  load: async () => (await import("../actions/ratings.ts")).default,
} satisfies CommandDeclaration;
