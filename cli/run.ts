import path from "node:path";
import { Command, CommanderError, Option } from "commander";
import { ToolkitError } from "../core/errors.ts";
import { addAccount } from "./account/command.ts";
import { addProcess } from "./audio/command.ts";
import { addCheck } from "./check/command.ts";
import type { Context } from "./context.ts";
import { addDev } from "./dev/command.ts";
import { examples } from "./help.ts";
import { addLocales } from "./locales/command.ts";
import { addModels } from "./models/command.ts";
import { addNew } from "./new/command.ts";
import { renderError } from "./render-error.ts";
import { addSitemap } from "./sitemap/command.ts";

/** 0 ok, 1 found problems, 2 wrong usage, 4 not logged in, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 4 | 130;

/** What only another command line mends. */
const WRONG_USAGE: readonly string[] = ["USAGE", "EFFECT_UNKNOWN", "OUTPUT_FORMAT_UNKNOWN"];

export const HOME = path.resolve(import.meta.dirname, "..");

interface Io {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stdin: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  on(event: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

/** Runs one command line. @returns the exit code; only main.ts ends the process */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const controller = new AbortController();
  let interrupted = false;
  const interrupt = (): void => {
    if (interrupted) process.exit(130);
    interrupted = true;
    controller.abort();
  };
  io.on("SIGINT", interrupt);
  io.on("SIGTERM", interrupt);
  const rootAt = argv.findIndex((argument) => /^--root(=|$)/.test(argument));
  const root = rootAt < 0 ? "." : (argv[rootAt]!.split("=", 2)[1] ?? argv[rootAt + 1]);
  const context: Context = {
    root: path.resolve(io.cwd(), root || "."),
    home: HOME,
    print: (text) => void io.stdout.write(text),
    log: (text) => void io.stderr.write(text),
    env: io.env,
    printsToTerminal: io.stdout.isTTY === true,
    interactive: io.stderr.isTTY === true && !io.env["CI"] && io.env["TERM"] !== "dumb",
    canAsk: io.stdin.isTTY === true && io.stderr.isTTY === true,
    signal: controller.signal,
  };
  let exitCode: ExitCode = 0;
  const program = createProgram(context, (code) => (exitCode = code));
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    context.log(renderError(error, context, { debug: argv.includes("--debug") }));
    if (controller.signal.aborted) return 130;
    if (error instanceof ToolkitError && error.code === "CANCELLED") return 130;
    if (!(error instanceof ToolkitError)) return 1;
    if (error.code === "NOT_LOGGED_IN") return 4;
    return WRONG_USAGE.includes(error.code) ? 2 : 1;
  }
}

/** The command line. Each command's code is loaded only when it runs. */
export function createProgram(context: Context, exit: (code: ExitCode) => void): Command {
  const program = new Command("toolkit")
    .description("Builds and serves a multilingual site of audio tools.")
    .exitOverride()
    .configureOutput({ writeOut: context.print, writeErr: context.log })
    .showSuggestionAfterError()
    .showHelpAfterError("Run with --help for examples.")
    .option("--root <folder>", "folder of the site", ".")
    .option("--debug", "show where in the program an error comes from");
  const command = (name: string, description: string, parent = program) =>
    parent
      .command(name)
      .description(description)
      .exitOverride()
      .addOption(new Option("--root <folder>").hideHelp())
      .addOption(new Option("--debug").hideHelp());

  command("build", "Build the site into dist/ and publish it in one step.")
    .option("--out <link>", "what to publish: a link onto the finished folder (default: dist)")
    .option("--clean", "forget what earlier builds left")
    .option("--development", "also build the page that shows the shared controls")
    .option("--shard <i/n>", "render the i-th of n parts, for `toolkit build merge`")
    .option("--threads <n>", "threads to work with")
    .option("--json", "print a report")
    .addHelpText(
      "after",
      examples(
        ["toolkit build", "what has changed since the last build"],
        ["toolkit build --clean", "everything anew"],
        ["toolkit build --json", "a report for CI on standard output"],
        ["toolkit build --shard 2/4", "a quarter of the pages, for one of four machines"],
        ["toolkit build merge shards/*", "put the parts together and publish them"],
      ),
    )
    .argument("[merge]", "`merge` puts shards together")
    .argument("[folders...]", "folders that `--shard` wrote")
    .action(async (merge: string | undefined, folders: string[], options: object) => {
      const { default: run } = await import("./commands/build.ts");
      exit(await run(context, { ...options, merge, folders }));
    });

  command("serve", "Serve the API alone; the site is on a static host.")
    .option("--port <port>", "port to listen on (default: PORT, or 8787)")
    .option("--host <address>", "address to listen on (default: HOST, or 127.0.0.1)")
    .addHelpText(
      "after",
      examples(
        ["toolkit serve", "http://127.0.0.1:8787, on the embedded database"],
        ["DATABASE_URL=postgres://… SECRET_KEY=… toolkit serve", "on PostgreSQL"],
      ) + "\nAll settings come from the environment: see docs/server.md.\n",
    )
    .action(async (options: object) => {
      const { default: run } = await import("./commands/serve.ts");
      exit(await run(context, options));
    });

  command("preview", "Serve the built site as a static host does, with the API beside it.")
    .option("--port <port>", "port to listen on (default: 4173, or the next free one)")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--out <link>", "the built site", "dist")
    .option("--no-api", "the site alone, as a static host has it")
    .addHelpText(
      "after",
      examples(
        ["toolkit preview", "http://localhost:4173"],
        ["toolkit preview --port 8080", "on another port"],
        ["toolkit preview --host 0.0.0.0", "for other devices on the network"],
      ),
    )
    .action(async (options: object) => {
      const { default: run } = await import("./commands/preview.ts");
      exit(await run(context, options));
    });

  addCheck(context, exit, command);
  addDev(context, exit, command);
  addNew(context, exit, command);
  addLocales(context, exit, command);
  addSitemap(context, exit, command);
  addProcess(context, exit, command);
  addModels(context, exit, command);
  addAccount(context, exit, command);
  return program;
}
