/** A generator of what is pushed; each push waits until it has been taken. */
export function createHandover<T>() {
  const held: { readonly value: T; readonly taken: () => void }[] = [];
  let wake = (): void => {};
  let end: { readonly error: unknown } | null = null;
  return {
    push: (value: T): Promise<void> =>
      new Promise((taken) => {
        held.push({ value, taken });
        wake();
      }),
    end(error: unknown = null): void {
      end = { error };
      wake();
    },
    async *items(): AsyncGenerator<T, void, undefined> {
      for (;;) {
        const next = held.shift();
        if (next) {
          yield next.value;
          next.taken();
        } else if (end) {
          if (end.error !== null) throw end.error;
          return;
        } else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
