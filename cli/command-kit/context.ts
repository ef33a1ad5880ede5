/** Everything that a command may touch. Tests pass their own. */
export interface Context {
  /** Folder of the site: the one with toolkit.config.ts. */
  readonly root: string;
  /** Folder in which files of the command line are: where it was typed, or the one of `--root`. */
  readonly cwd: string;
  /** Folder of this program, with the default runtime and messages. */
  readonly home: string;
  /** Data, for pipes. */
  readonly print: (text: string) => void;
  /** Messages, for people. */
  readonly log: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stderr is a terminal that shows progress and colour. */
  readonly interactive: boolean;
  /** Whether stdout is a terminal: tables are padded there, and tab-separated elsewhere. */
  readonly printsToTerminal: boolean;
  /** Whether questions can be asked. */
  readonly canAsk: boolean;
  readonly signal: AbortSignal;
}
