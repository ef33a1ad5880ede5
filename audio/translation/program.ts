/** What the program `bergamot-translator` is asked, in its own words. */
export interface ProgramCall {
  readonly name: "initialize" | "loadTranslationModel" | "translate";
  readonly args: readonly unknown[];
}

/** What is used of an `AbortSignal`. */
export interface StopSignal {
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A message of the program. */
export interface ProgramAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Where the program runs: a worker, or a thread. */
export interface ProgramPlace {
  post(message: ProgramCall & { readonly id: number }): void;
  /** It waits for nothing. */
  rest?(): void;
  end(): void;
}

interface Listeners {
  readonly hear: (answer: ProgramAnswer) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * The program, which is started by the first question, ended by a signal or where it fails, and started
 * again by the next one.
 */
export function createProgram(start: (listeners: Listeners) => ProgramPlace) {
  type Asked = { resolve: (value: unknown) => void; reject: (error: unknown) => void };
  let place: ProgramPlace | null = null;
  let waiting = new Map<number, Asked>();
  let last = 0;
  const end = (error: unknown): void => {
    place?.end();
    place = null;
    const left = waiting;
    waiting = new Map();
    for (const { reject } of left.values()) reject(error);
  };
  function hear({ id, result, error }: ProgramAnswer): void {
    const asked = waiting.get(id);
    waiting.delete(id);
    const failure = error && new Error(error.message);
    if (failure) asked?.reject(failure);
    else asked?.resolve(result);
    if (waiting.size === 0) place?.rest?.();
  }
  return {
    /** Nothing has been loaded into it. */
    isFresh: (): boolean => place === null,
    end,
    ask: async (call: ProgramCall, signal?: StopSignal): Promise<unknown> => {
      signal?.throwIfAborted();
      const stop = (): void => end(signal!.reason);
      signal?.addEventListener("abort", stop);
      try {
        return await new Promise((resolve, reject) => {
          place ??= start({ hear, fail: end });
          const id = ++last;
          waiting.set(id, { resolve, reject });
          place.post({ ...call, id });
        });
      } catch (error) {
        end(error);
        throw error;
      } finally {
        signal?.removeEventListener("abort", stop);
      }
    },
  };
}
