import type { Command } from "commander";
import type { Context } from "./context.ts";
import type { ExitCode } from "./exit-code.ts";

/**
 * What a command does.
 * @param input its options and arguments, by their names
 * @param command the same as commander has read it; `command.error` refuses what is written there
 */
export type Action = (context: Context, input: object, command: Command) => Promise<ExitCode>;

export interface OptionMore {
  /** Without the option the value is this one. */
  readonly default?: string;
  /** It may have no other values. */
  readonly choices?: readonly string[];
  /** It may be given several times; its value is a list, or undefined. */
  readonly repeated?: boolean;
}

/** `["--port <port>", "port to listen on"]` */
export type OptionDeclaration = readonly [flags: string, description: string, more?: OptionMore];

/** All that a command line, its help and shells know of a command. */
export interface CommandDeclaration {
  /** The word after `toolkit`, or after the command that this one belongs to. */
  readonly name: string;
  /** One sentence. */
  readonly description: string;
  /** `["<files...>", "what they are"]`: in `<>` what must be there, in `[]` what may be. */
  readonly arguments?: readonly (readonly [syntax: string, description?: string])[];
  readonly options?: readonly OptionDeclaration[];
  readonly examples: readonly (readonly [command: string, what: string])[];
  /** What help says after the examples. */
  readonly notes?: string;
  readonly commands?: readonly CommandDeclaration[];
  /** Imports the action; absent where only the commands below it do something. */
  readonly load?: () => Promise<Action>;
}
