import { createStore } from "zustand/vanilla";
import type { Recipe } from "#core/recipes/recipe.ts";
import type { EmbedErrorCode, EmbedFile } from "./messages.ts";

/** Maximum size of a file in bytes, and of its sound in seconds: results are written to memory. */
export const MAX_BYTES = 512 * 1024 * 1024;
export const MAX_SECONDS = 2 * 60 * 60;

/** Settings of a run, in the form of a recipe's step. */
export interface EmbedSettings {
  readonly values: Recipe["steps"][number]["values"];
  readonly output?: Recipe["output"];
}

export interface EmbedOutcome {
  readonly files: readonly EmbedFile[];
  /** Message key of the reason why the files equal the input; null if they do not. */
  readonly unchanged: string | null;
}

export interface EmbedProgress {
  /** From 0 to 1; null if unknown. */
  readonly done: number | null;
  /** Message key of the present stage. */
  readonly stage?: string;
}

/** The tool in the frame. */
export interface EmbedTool {
  /** @returns the file's duration in seconds; rejects if it cannot be read */
  readonly probe: (file: File) => Promise<number>;
  /** @returns the settings without those that fit another file only; all of them if missing */
  readonly fit?: (settings: EmbedSettings, seconds: number) => EmbedSettings;
  /** @returns what is wrong with the settings, in one sentence; null if they are valid */
  readonly check: (settings: EmbedSettings) => Promise<string | null>;
  readonly run: (
    input: { readonly file: File; readonly seconds: number },
    settings: EmbedSettings,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: EmbedProgress) => void;
    },
  ) => Promise<EmbedOutcome>;
}

/** Who chose a file, or started a run. */
export type EmbedSide = "page" | "visitor";

/** Why a call has failed. The cause is the error of the tool. */
export class EmbedFailure extends Error {
  override readonly name = "EmbedFailure";
  readonly code: EmbedErrorCode;

  constructor(code: EmbedErrorCode, options: { cause?: unknown; message?: string } = {}) {
    super(options.message ?? code, { cause: options.cause });
    this.code = code;
  }
}

export interface EmbedState {
  readonly input: {
    /** Distinguishes files of the same name. */
    readonly id: number;
    readonly file: File;
    readonly seconds: number;
    readonly from: EmbedSide;
  } | null;
  readonly isReading: boolean;
  readonly settings: EmbedSettings;
  readonly run: (EmbedProgress & { readonly by: EmbedSide }) | null;
  /** Number of runs that have started. */
  readonly runs: number;
  readonly outcome: EmbedOutcome | null;
  /** Why the last file or run has failed. */
  readonly failure: EmbedFailure | null;
}

const EMPTY: EmbedState = {
  input: null,
  isReading: false,
  settings: { values: {} },
  run: null,
  runs: 0,
  outcome: null,
  failure: null,
};

const failureOf = (error: unknown, code: EmbedErrorCode): EmbedFailure =>
  error instanceof EmbedFailure ? error : new EmbedFailure(code, { cause: error });

export interface StartOptions {
  readonly by: EmbedSide;
  readonly onProgress?: (done: number) => void;
}

/** What the embedding page and the visitor do with a tool: one file, and one run at a time. */
export function createEmbedController(tool: EmbedTool) {
  const store = createStore<EmbedState>(() => EMPTY);
  let opening = 0;
  /** Settings are checked in the order in which they arrive, and before a later start. */
  let checked: Promise<unknown> = Promise.resolve();
  let running: { readonly by: EmbedSide; readonly abort: AbortController } | null = null;

  const refuseWhileRunning = (): void => {
    if (running) throw new EmbedFailure("busy");
  };

  /** @returns seconds */
  async function open(file: File, from: EmbedSide): Promise<number> {
    refuseWhileRunning();
    const turn = ++opening;
    store.setState({ input: null, isReading: true, outcome: null, failure: null });
    try {
      if (file.size > MAX_BYTES) throw new EmbedFailure("too-large");
      const seconds = await tool.probe(file);
      if (turn === opening && seconds > MAX_SECONDS) throw new EmbedFailure("too-large");
      if (turn === opening)
        store.setState(({ settings }) => ({
          input: { id: turn, file, seconds, from },
          isReading: false,
          // A page gets an error instead; a visitor would not see what is wrong.
          settings: (from === "visitor" && tool.fit?.(settings, seconds)) || settings,
        }));
      else throw new EmbedFailure("replaced");
      return seconds;
    } catch (error) {
      if (turn !== opening) throw new EmbedFailure("replaced");
      const failure = failureOf(error, "unreadable");
      store.setState({ isReading: false, failure });
      throw failure;
    }
  }

  function set(settings: EmbedSettings): Promise<void> {
    refuseWhileRunning();
    const work = checked.then(async () => {
      const message = await tool.check(settings);
      if (message !== null) throw new EmbedFailure("value", { message });
      store.setState({ settings });
    });
    checked = work.catch(() => {});
    return work;
  }

  async function start({ by, onProgress }: StartOptions): Promise<EmbedOutcome> {
    refuseWhileRunning();
    const { input } = store.getState();
    // The page learns nothing about a file that the visitor has chosen.
    if (!input || (by === "page" && input.from !== "page")) throw new EmbedFailure("no-file");
    const abort = new AbortController();
    const { signal } = abort;
    const own = { by, abort };
    running = own;
    store.setState(({ runs }) => ({
      run: { by, done: 0 },
      runs: runs + 1,
      outcome: null,
      failure: null,
    }));
    try {
      await checked;
      signal.throwIfAborted();
      const outcome = await tool.run(input, store.getState().settings, {
        signal,
        onProgress(progress) {
          if (signal.aborted) return;
          store.setState({ run: { ...progress, by } });
          if (progress.done !== null) onProgress?.(progress.done);
        },
      });
      signal.throwIfAborted();
      running = null;
      store.setState({ run: null, outcome });
      return outcome;
    } catch (error) {
      if (signal.aborted) throw new EmbedFailure("canceled");
      const failure = failureOf(error, "failed");
      running = null;
      store.setState({ run: null, failure });
      throw failure;
    }
  }

  /** The page cancels its own runs only. @returns whether a run was canceled */
  function cancel(by: EmbedSide): boolean {
    if (!running || (by === "page" && running.by !== "page")) return false;
    running.abort.abort();
    running = null;
    store.setState({ run: null });
    return true;
  }

  return { store, open, set, start, cancel };
}

export type EmbedController = ReturnType<typeof createEmbedController>;
