/** Removed items, as long as that can be undone. */
export interface Trash {
  /** @returns a function that undoes it, once and until something has been deleted */
  put(ids: readonly string[], ms: number, undo: () => void): () => void;
}

interface TrashDeps {
  readonly setTimer: (work: () => void, ms: number) => () => void;
  /** Ids that are still needed, and are deleted later. */
  readonly inUse: () => ReadonlySet<string>;
  /** Deletes an item permanently. */
  readonly purge: (id: string) => Promise<void>;
  readonly report: (error: unknown) => void;
}

export function createTrash({ setTimer, inUse, purge, report }: TrashDeps): Trash {
  const empty = (ids: readonly string[], ms: number): void => {
    const needed = inUse();
    const waiting = ids.filter((id) => needed.has(id));
    for (const id of ids) if (!needed.has(id)) purge(id).catch(report);
    if (waiting.length > 0) setTimer(() => empty(waiting, ms), ms);
  };
  return {
    put(ids, ms, undo) {
      let over = false;
      const cancel = setTimer(() => {
        over = true;
        empty(ids, ms);
      }, ms);
      return () => {
        if (over) return;
        over = true;
        cancel();
        undo();
      };
    },
  };
}
