/** An asynchronous queue with backpressure: each `push` resolves when its value has been consumed. */
export function createMessageQueue<T>() {
  const queued: { readonly value: T; readonly consumed: () => void }[] = [];
  let wake = (): void => {};
  let end: { readonly error: unknown } | null = null;
  return {
    push: (value: T): Promise<void> =>
      new Promise((consumed) => {
        queued.push({ value, consumed });
        wake();
      }),
    /** Ends the queue after the values that are queued; with an error, consumers get it then. */
    end(error: unknown = null): void {
      end ??= { error };
      wake();
    },
    async *items(): AsyncGenerator<T, void, undefined> {
      for (;;) {
        const next = queued.shift();
        if (next) {
          yield next.value;
          next.consumed();
        } else if (end) {
          if (end.error !== null) throw end.error;
          return;
        } else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
