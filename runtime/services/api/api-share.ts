interface SharedRequest {
  readonly answer: Promise<unknown>;
  readonly control: AbortController;
  waiting: number;
}

export type Share = (
  question: string,
  ask: (signal: AbortSignal) => Promise<unknown>,
  signal?: AbortSignal,
) => Promise<unknown>;

/** Shares one request among concurrent callers. It is aborted when all callers have aborted. */
export function createShare(): Share {
  const pending = new Map<string, SharedRequest>();

  function begin(question: string, ask: (signal: AbortSignal) => Promise<unknown>): SharedRequest {
    const control = new AbortController();
    const answer = ask(control.signal).finally(() => {
      if (pending.get(question) === entry) pending.delete(question);
    });
    const entry: SharedRequest = { answer, control, waiting: 0 };
    pending.set(question, entry);
    return entry;
  }

  return async (question, ask, signal) => {
    signal?.throwIfAborted();
    const entry = pending.get(question) ?? begin(question, ask);
    entry.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        entry.waiting -= 1;
        if (entry.waiting === 0) {
          pending.delete(question);
          entry.control.abort(signal!.reason);
        }
        reject(signal!.reason as Error);
      };
      if (signal?.aborted) leave();
      else signal?.addEventListener("abort", leave, { once: true });
      const stay = (): void => signal?.removeEventListener("abort", leave);
      entry.answer.then(
        (answer) => {
          stay();
          resolve(answer);
        },
        (error: unknown) => {
          stay();
          reject(error as Error);
        },
      );
    });
  };
}
