import fs from "node:fs";
import path from "node:path";
import { Command, Option } from "commander";
import type { CommandDeclaration, OptionDeclaration } from "./command-kit/command.ts";
import analyze from "./commands/analyze.ts";
import announce from "./commands/announce.ts";
import build from "./commands/build.ts";
import check from "./commands/check.ts";
import completions from "./commands/completions.ts";
import credits from "./commands/account/credits.ts";
import deploy from "./commands/deploy.ts";
import dev from "./commands/dev.ts";
import doctor from "./commands/doctor.ts";
import history from "./commands/account/history.ts";
import init from "./commands/init.ts";
import jobs from "./commands/jobs.ts";
import ledger from "./commands/ledger.ts";
import locales from "./commands/locales.ts";
import login from "./commands/account/login.ts";
import logout from "./commands/account/logout.ts";
import models from "./commands/models.ts";
import create from "./commands/new.ts";
import password from "./commands/account/password.ts";
import preview from "./commands/preview.ts";
import process from "./commands/process.ts";
import ratings from "./commands/ratings.ts";
import rename from "./commands/rename.ts";
import run from "./commands/run.ts";
import separate from "./commands/separate.ts";
import serve from "./commands/serve.ts";
import sessions from "./commands/account/sessions.ts";
import sitemap from "./commands/sitemap.ts";
import transcribe from "./commands/transcribe.ts";
import twoFactor from "./commands/account/two-factor.ts";
import worker from "./commands/worker.ts";
import whoami from "./commands/account/whoami.ts";
import { resolveDocs } from "./files/home.ts";
import type { Context } from "./command-kit/context.ts";
import type { ExitCode } from "./command-kit/exit-code.ts";

/** In the order of help. */
const COMMANDS: readonly CommandDeclaration[] = [
  init,
  build,
  serve,
  worker,
  preview,
  check,
  deploy,
  dev,
  doctor,
  completions,
  create,
  rename,
  locales,
  sitemap,
  process,
  run,
  separate,
  transcribe,
  analyze,
  models,
  login,
  logout,
  whoami,
  sessions,
  password,
  twoFactor,
  credits,
  history,
  ratings,
  jobs,
  ledger,
  announce,
];

type Exit = (code: ExitCode) => void;

/** The command line. Declarations import nothing; each command's code is loaded when it runs. */
export function createProgram(context: Context, exit: Exit): Command {
  const manifest = fs.readFileSync(path.join(context.home, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const program = new Command("toolkit")
    .description("Builds and serves a multilingual site of audio tools.")
    .exitOverride()
    .configureOutput({ writeOut: context.print, writeErr: context.log })
    .showSuggestionAfterError()
    .showHelpAfterError("Run with --help for examples.")
    .option("--root <folder>", "folder of the site", ".")
    .version(version, "--version", "print the version of this program")
    .option("--debug", "show the stack trace of errors");
  for (const each of COMMANDS) addCommand(program, each, { context, exit });
  return program;
}

function addCommand(
  parent: Command,
  declaration: CommandDeclaration,
  run: { readonly context: Context; readonly exit: Exit },
): void {
  const { context, exit } = run;
  const { name, description, load, examples, notes, explain } = declaration;
  const command = parent.command(name).description(description).exitOverride();
  for (const flags of ["--root <folder>", "--debug"])
    command.addOption(new Option(flags).hideHelp());
  for (const [syntax, what] of declaration.arguments ?? []) command.argument(syntax, what);
  for (const each of declaration.options ?? []) command.addOption(optionOf(each));
  const more = notes ? `\n${resolveDocs(notes, context.root)}\n` : "";
  command.addHelpText("after", `${showExamples(examples)}${more}`);
  // Commander prints help while it parses; an explanation has to be loaded first.
  if (explain) command.helpOption(false).option("-h, --help", "display help for command");
  if (load)
    command.action(async () => {
      if (explain && command.opts()["help"]) {
        const text = await explain(context, inputOf(command));
        command.outputHelp();
        context.print(text);
        return exit(0);
      }
      const action = await load();
      exit(await action(context, inputOf(command), command));
    });
  for (const each of declaration.commands ?? []) addCommand(command, each, run);
}

function optionOf([flags, description, more = {}]: OptionDeclaration): Option {
  const option = new Option(flags, description);
  if (more.default !== undefined) option.default(more.default);
  if (more.choices) option.choices(more.choices);
  if (more.repeated)
    option.argParser((value: string, before: readonly string[] | undefined) => [
      ...(before ?? []),
      value,
    ]);
  return option;
}

/** Options of a parent are read by the parent, wherever they stand. */
const inputOf = (command: Command): object => ({
  ...command.optsWithGlobals(),
  ...Object.fromEntries(
    command.registeredArguments.map((argument, at) => [argument.name(), command.processedArgs[at]]),
  ),
});

function showExamples(examples: CommandDeclaration["examples"]): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, what]) => `  $ ${line.padEnd(width)}  ${what}`);
  return `\nExamples:\n${lines.join("\n")}\n`;
}
