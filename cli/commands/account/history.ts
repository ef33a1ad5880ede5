import type { CommandDeclaration } from "../../command-kit/command.ts";
import { ENVIRONMENT, SCREEN_OPTIONS } from "../../account/options.ts";

export default {
  name: "history",
  description: "Show jobs and payments.",
  options: [
    ...SCREEN_OPTIONS,
    ["--payments", "payments instead of jobs"],
    ["--tool <slug>", "jobs of one tool"],
    ["--filter <words>", "rows that contain all of these words"],
    ["--sort <column>", "time, tool, length, cost or state; of payments name, amount, status"],
    ["--reverse", "in reverse order"],
    ["--page <n>", "which page (default: 1)"],
    ["--page-size <n>", "rows of a page", { default: "50" }],
    ["--all", "all rows"],
  ],
  examples: [
    ["toolkit history", "on a terminal a screen with keys: ? shows them"],
    ["toolkit history --payments --all > payments.tsv", "time, name, amount, state, id"],
    ["toolkit history --sort cost --page-size 10", "the ten most expensive jobs"],
    ["toolkit history --json --filter vocal", "for programs"],
    ["toolkit history delete <id>", "delete a job from the history"],
    ["toolkit history invoice <order>", "the address of an invoice"],
  ],
  notes: `Columns of tab-separated values: time (UTC), tool, length in s, credits, state, id.\n\n${ENVIRONMENT}`,
  commands: [
    {
      name: "delete",
      description: "Delete jobs from the history; credits stay spent.",
      arguments: [["[ids...]", "ids, as the history prints them"]],
      options: [["--yes", "do not ask for confirmation"]],
      examples: [["toolkit history delete 0193a… 0193b… --yes", "without prompts"]],
      notes: ENVIRONMENT,
      load: async () => (await import("../../actions/account/history.ts")).remove,
    },
    {
      name: "invoice",
      description: "Print the address of an invoice, or open it.",
      arguments: [["<order>", "id of a payment, as `toolkit history --payments` prints it"]],
      options: [["--open", "open it in the browser, if there is one"]],
      examples: [["toolkit history invoice <order> --open", "in the browser"]],
      notes: ENVIRONMENT,
      load: async () => (await import("../../actions/account/history.ts")).invoice,
    },
  ],
  load: async () => (await import("../../actions/account/history.ts")).default,
} satisfies CommandDeclaration;
