/** What an entry of the session's history remembers. */
interface EntryState {
  readonly key: string;
  /** Place in the order of entries: tells how far a step goes. */
  readonly index: number;
}

const read = (state: unknown): EntryState | null => {
  const own = (state as { toolkit?: EntryState } | null)?.toolkit;
  return typeof own?.key === "string" && Number.isInteger(own.index) ? own : null;
};

/** The entries of `history` with a key each, so that their scroll positions can be remembered. */
export function createEntries(history: History, random: () => string) {
  let current = read(history.state) ?? { key: random(), index: 0 };
  history.replaceState({ ...(history.state as object | null), toolkit: current }, "");
  return {
    current: (): EntryState => current,
    push(href: string): void {
      current = { key: random(), index: current.index + 1 };
      history.pushState({ toolkit: current }, "", href);
    },
    replace(href: string): void {
      history.replaceState({ toolkit: current }, "", href);
    },
    /** After the browser has gone to an entry. */
    arrive(state: unknown): void {
      const known = read(state);
      current = known ?? { key: random(), index: current.index + 1 };
      if (!known) history.replaceState({ ...(state as object | null), toolkit: current }, "");
    },
    /** Goes back to the entry that was left, when the one arrived at cannot be shown. */
    undo(steps: number): void {
      if (steps !== 0) history.go(-steps);
    },
  };
}

export type Entries = ReturnType<typeof createEntries>;
