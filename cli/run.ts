import path from "node:path";
import { CommanderError } from "commander";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Context } from "./command-kit/context.ts";
import type { ExitCode } from "./command-kit/exit-code.ts";
import { findRoot } from "./files/find-root.ts";
import { HOME } from "./files/home.ts";
import { createProgram } from "./program.ts";
import { renderError } from "./command-kit/render-error.ts";
import { terminalText } from "./text/terminal-text.ts";

/** Errors that only another command line fixes. */
const WRONG_USAGE: readonly string[] = [
  "USAGE",
  "EFFECT_UNKNOWN",
  "OUTPUT_FORMAT_UNKNOWN",
  "OUTPUT_IS_INPUT",
  "MODEL_UNKNOWN",
  "MODEL_BUILT_IN",
  "MODEL_LANGUAGE",
  "MODEL_NO_TRANSCRIPT",
  "MODEL_NO_STEMS",
  "MODEL_NO_EFFECT",
];

/** Ends the process even while a site's module is imported, which must not. */
const exit = process.exit.bind(process);

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
    if (interrupted) exit(130);
    interrupted = true;
    controller.abort();
  };
  io.on("SIGINT", interrupt);
  io.on("SIGTERM", interrupt);
  const rootAt = argv.findIndex((argument) => /^--root(=|$)/.test(argument));
  const named = rootAt < 0 ? "" : (argv[rootAt]!.split("=", 2)[1] ?? argv[rootAt + 1]);
  const cwd = path.resolve(io.cwd(), named || ".");
  const context: Context = {
    root: rootAt < 0 ? findRoot(cwd) : cwd,
    cwd,
    home: HOME,
    // Data for other programs stays as it is.
    print: (text) => void io.stdout.write(io.stdout.isTTY ? terminalText(text) : text),
    log: (text) => void io.stderr.write(terminalText(text)),
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
