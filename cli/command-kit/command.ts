import type { Command } from "commander";
import type { Context } from "./context.ts";
import type { ExitCode } from "./exit-code.ts";

/**
 * The implementation of a command.
 * @param input options and arguments by name
 * @param command the parsed commander command; `command.error` reports invalid usage
 */
export type Action = (context: Context, input: object, command: Command) => Promise<ExitCode>;

export interface OptionMore {
  /** Value if the option is not given. */
  readonly default?: string;
  /** The allowed values. */
  readonly choices?: readonly string[];
  /** Whether the option may be repeated; its value is then a list or undefined. */
  readonly repeated?: boolean;
}

/** `["--port <port>", "port to listen on"]` */
export type OptionDeclaration = readonly [flags: string, description: string, more?: OptionMore];

/** The data from which the command line, its help and shell completions describe a command. */
export interface CommandDeclaration {
  /** The word after `toolkit` or after the parent command. */
  readonly name: string;
  /** One sentence. */
  readonly description: string;
  /** `["<files...>", "description"]`: `<>` marks required arguments, `[]` optional ones. */
  readonly arguments?: readonly (readonly [syntax: string, description?: string])[];
  readonly options?: readonly OptionDeclaration[];
  readonly examples: readonly (readonly [command: string, what: string])[];
  /** Text after the examples in the help. */
  readonly notes?: string;
  readonly commands?: readonly CommandDeclaration[];
  /**
   * Text at the end of `--help` that depends on the site or on the arguments, which may be missing.
   */
  readonly explain?: (context: Context, input: object) => Promise<string>;
  /** Imports the action; undefined for a command that only groups subcommands. */
  readonly load?: () => Promise<Action>;
}
