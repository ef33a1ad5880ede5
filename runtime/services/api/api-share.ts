interface Asked {
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
  const asked = new Map<string, Asked>();

  function begin(question: string, ask: (signal: AbortSignal) => Promise<unknown>): Asked {
    const control = new AbortController();
    const answer = ask(control.signal).finally(() => {
      if (asked.get(question) === entry) asked.delete(question);
    });
    const entry: Asked = { answer, control, waiting: 0 };
    asked.set(question, entry);
    return entry;
  }

  return async (question, ask, signal) => {
    signal?.throwIfAborted();
    const entry = asked.get(question) ?? begin(question, ask);
    entry.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        entry.waiting -= 1;
        if (entry.waiting === 0) {
          asked.delete(question);
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
