/** State of a history entry. */
interface EntryState {
  readonly key: string;
  /** Index among the entries: shows how far a navigation goes. */
  readonly index: number;
}

const read = (state: unknown): EntryState | null => {
  const own = (state as { toolkit?: EntryState } | null)?.toolkit;
  return typeof own?.key === "string" && Number.isInteger(own.index) ? own : null;
};

/** Gives each entry of `history` a key, by which its scroll position is stored. */
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
    /** Called after the browser has moved to an entry. */
    arrive(state: unknown): void {
      const known = read(state);
      current = known ?? { key: random(), index: current.index + 1 };
      if (!known) history.replaceState({ ...(state as object | null), toolkit: current }, "");
    },
    /** Returns to the previous entry if the new one cannot be shown. */
    undo(steps: number): void {
      if (steps !== 0) history.go(-steps);
    },
  };
}

export type Entries = ReturnType<typeof createEntries>;
