import type { Command } from "commander";
import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

const addFlags = (command: Command): Command =>
  command
    .option("--api <url>", "address of the API (default: the profile's, or the site's)")
    .option("--profile <name>", "which log-in to use (default: TOOLKIT_PROFILE, or default)")
    .option("--json", "print one object");

const addScreenFlags = (command: Command): Command =>
  addFlags(command)
    .option("--plain", "print, even on a terminal")
    .option("--no-input", "ask nothing, and print")
    .option("--no-color", "no colours, as with NO_COLOR");

const ENVIRONMENT =
  "\nEnvironment: TOOLKIT_TOKEN (a token, for CI), TOOLKIT_API, TOOLKIT_PROFILE, HTTPS_PROXY, NO_PROXY.\nExit code: 0, 1 when the API refuses or fails, 2 for wrong usage, 4 for not logged in, 130 when interrupted.\n";

/** `toolkit login`, `logout`, `whoami`, `credits` and `history` */
export function addAccount(
  context: Context,
  exit: (code: ExitCode) => void,
  command: AddCommand,
): void {
  addFlags(command("login", "Log in to an account of a site's API."))
    .option("--email <address>", "address of the account")
    .option("--password-stdin", "read the password from the standard input")
    .option("--register", "make an account; a code is sent to the address")
    .option("--reset", "set another password; a code is sent to the address")
    .option("--code <digits>", "the code that was sent")
    .option("--no-input", "ask nothing, even on a terminal")
    .addHelpText(
      "after",
      examples(
        ["toolkit login", "asks for address and password"],
        ["toolkit login --api http://127.0.0.1:4173", "at `toolkit preview`"],
        ["toolkit login --email a@b.org --password-stdin < file", "asks nothing"],
        ["toolkit login --reset", "with a code, where the password is forgotten"],
        ["toolkit login --profile work", "one of several accounts"],
      ) +
        `\nThe token is kept in $XDG_CONFIG_HOME/toolkit (~/.config/toolkit), for your user alone.\n${ENVIRONMENT}`,
    )
    .action(async (options: object) => {
      const { default: run } = await import("../commands/login.ts");
      exit(await run(context, options));
    });

  command("logout", "End the token of a log-in, and forget it.")
    .option("--profile <name>", "which log-in to end (default: TOOLKIT_PROFILE, or default)")
    .option("--all", "all profiles")
    .option("--json", "print one list")
    .addHelpText(
      "after",
      examples(["toolkit logout", "this profile"], ["toolkit logout --all", "all of them"]) +
        ENVIRONMENT,
    )
    .action(async (options: object) => {
      const { default: run } = await import("../commands/logout.ts");
      exit(await run(context, options));
    });

  addFlags(command("whoami", "Tell who is logged in, and where."))
    .option("--all", "all profiles that are kept; the API is not asked")
    .addHelpText(
      "after",
      examples(
        ["toolkit whoami", "account, API, plan"],
        ["toolkit whoami --all", "the profiles"],
        ["toolkit whoami --json", "for programs; the token is never printed"],
      ) + ENVIRONMENT,
    )
    .action(async (options: object) => {
      const { default: run } = await import("../commands/whoami.ts");
      exit(await run(context, options));
    });

  addScreenFlags(command("credits", "Show credits, plan and use; claim the daily credits."))
    .argument("[claim]", "`claim` claims the daily credits")
    .addHelpText(
      "after",
      examples(
        ["toolkit credits", "on a terminal a screen with keys: ? shows them"],
        ["toolkit credits claim", "the daily credits"],
        ["toolkit credits --plain", "print and leave"],
        ["toolkit credits --json", "for programs"],
      ) + `\nINK_SCREEN_READER=true makes the screen one for screen readers.\n${ENVIRONMENT}`,
    )
    .action(async (action: string | undefined, options: object, self: Command) => {
      if (action !== undefined && action !== "claim")
        self.error(`error: credits has no "${action}"; there is \`toolkit credits claim\`.`);
      const { default: run } = await import("../commands/credits.ts");
      exit(await run(context, { ...options, action }));
    });

  addHistory(context, exit, command);
}

function addHistory(context: Context, exit: (code: ExitCode) => void, command: AddCommand): void {
  const parent = addScreenFlags(command("history", "Show jobs and payments."))
    .option("--payments", "payments instead of jobs")
    .option("--tool <slug>", "jobs of one tool")
    .option("--filter <words>", "rows in which all of these words occur")
    .option(
      "--sort <column>",
      "time, tool, length, cost or state; of payments name, amount, status",
    )
    .option("--reverse", "the other way round")
    .option("--page <n>", "which page (default: 1)")
    .option("--page-size <n>", "rows of a page", "50")
    .option("--all", "all rows")
    .addHelpText(
      "after",
      examples(
        ["toolkit history", "on a terminal a screen with keys: ? shows them"],
        ["toolkit history --payments --all > payments.tsv", "time, name, amount, state, id"],
        ["toolkit history --sort cost --page-size 10", "the ten dearest jobs"],
        ["toolkit history --json --filter vocal", "for programs"],
        ["toolkit history delete <id>", "take a job out of the history"],
        ["toolkit history invoice <order>", "the address of an invoice"],
      ) +
        `\nColumns of tab-separated values: time (UTC), tool, length in s, credits, state, id.\n${ENVIRONMENT}`,
    )
    .action(async (options: object) => {
      const { default: run } = await import("../commands/history.ts");
      exit(await run(context, options));
    });
  // Flags of the parent are read by the parent, wherever they stand.
  command("delete", "Take jobs out of the history; credits stay spent.", parent)
    .argument("<ids...>", "ids, as the history prints them")
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      examples(["toolkit history delete 0193a… 0193b… --yes", "asks nothing"]) + ENVIRONMENT,
    )
    .action(async (ids: string[], _options: object, self: Command) => {
      const { remove } = await import("../commands/history.ts");
      exit(await remove(context, { ...self.optsWithGlobals(), ids }));
    });
  command("invoice", "Print the address of an invoice, or open it.", parent)
    .argument("<order>", "id of a payment, as `toolkit history --payments` prints it")
    .option("--open", "open it in the browser, where there is one")
    .addHelpText(
      "after",
      examples(["toolkit history invoice <order> --open", "in the browser"]) + ENVIRONMENT,
    )
    .action(async (order: string, _options: object, self: Command) => {
      const { invoice } = await import("../commands/history.ts");
      exit(await invoice(context, { ...self.optsWithGlobals(), order }));
    });
}
