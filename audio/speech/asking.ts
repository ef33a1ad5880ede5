/** What a program answers: with the turn of the question, and either what was asked for or what went wrong. */
export interface Answer {
  readonly turn: number;
  readonly error?: string;
}

/** Questions to a program in a worker or a thread, each of which gets its own answer. */
export function createAsking<Question extends object, Value>(
  post: (message: Question & { readonly turn: number }) => void,
) {
  const waiting = new Map<
    number,
    { resolve: (value: Value) => void; reject: (e: Error) => void }
  >();
  let last = 0;
  return {
    ask: (question: Question): Promise<Value> =>
      new Promise((resolve, reject) => {
        const turn = ++last;
        waiting.set(turn, { resolve, reject });
        post({ ...question, turn });
      }),
    hear(answer: Answer & Partial<Value>): void {
      const { turn, error } = answer;
      const asked = waiting.get(turn);
      waiting.delete(turn);
      if (!asked) return;
      if (error === undefined) asked.resolve(answer as Value);
      else asked.reject(new Error(error));
    },
    /** Nothing more comes. */
    fail(error: Error): void {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
    isIdle: (): boolean => waiting.size === 0,
  };
}
