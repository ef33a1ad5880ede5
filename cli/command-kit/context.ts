/** All access that a command has to its environment. Tests pass their own. */
export interface Context {
  /** Folder of the site, which contains toolkit.config.ts. */
  readonly root: string;
  /**
   * Folder to which paths on the command line are relative: the working directory or that of
   * `--root`.
   */
  readonly cwd: string;
  /** Folder of this program, with the default runtime and messages. */
  readonly home: string;
  /** Writes data to stdout. */
  readonly print: (text: string) => void;
  /** Writes messages to stderr. */
  readonly log: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stderr is a terminal that shows progress and color. */
  readonly interactive: boolean;
  /** Whether stdout is a terminal: tables are padded for a terminal and tab-separated otherwise. */
  readonly printsToTerminal: boolean;
  /** Whether the command may prompt. */
  readonly canAsk: boolean;
  readonly signal: AbortSignal;
}
