/** A call of the `bergamot-translator` program, in its own protocol. */
export interface ProgramCall {
  readonly name: "initialize" | "loadTranslationModel" | "translate";
  readonly args: readonly unknown[];
}

/** The used part of an `AbortSignal`. */
export interface StopSignal {
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A message from the program. */
export interface ProgramMessage {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A worker or a thread that runs the program. */
export interface ProgramHost {
  post(message: ProgramCall & { readonly id: number }): void;
  /** Lets the process exit while the program is idle. */
  unref?(): void;
  end(): void;
}

interface Listeners {
  readonly onMessage: (message: ProgramMessage) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Starts the program with the first call. It is terminated by an abort signal or a failure, and
 * restarted by the next call.
 */
export function createProgram(start: (listeners: Listeners) => ProgramHost) {
  type PendingCall = { resolve: (value: unknown) => void; reject: (error: unknown) => void };
  let host: ProgramHost | null = null;
  let waiting = new Map<number, PendingCall>();
  let last = 0;
  const end = (error: unknown): void => {
    host?.end();
    host = null;
    const left = waiting;
    waiting = new Map();
    for (const { reject } of left.values()) reject(error);
  };
  function onMessage({ id, result, error }: ProgramMessage): void {
    const pending = waiting.get(id);
    waiting.delete(id);
    const failure = error && new Error(error.message);
    if (failure) pending?.reject(failure);
    else pending?.resolve(result);
    if (waiting.size === 0) host?.unref?.();
  }
  return {
    /** Whether nothing has been loaded into it. */
    isFresh: (): boolean => host === null,
    end,
    ask: async (call: ProgramCall, signal?: StopSignal): Promise<unknown> => {
      signal?.throwIfAborted();
      const stop = (): void => end(signal!.reason);
      signal?.addEventListener("abort", stop);
      try {
        return await new Promise((resolve, reject) => {
          host ??= start({ onMessage, fail: end });
          const id = ++last;
          waiting.set(id, { resolve, reject });
          host.post({ ...call, id });
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
