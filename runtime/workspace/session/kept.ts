import type { Records } from "./stored.ts";

interface KeptRecord {
  readonly id: string;
  readonly rank: number;
  readonly removedBy: string | null;
}

export interface KeptDeps<R> {
  readonly open: () => Promise<Records<R & KeptRecord>>;
  /** Told after every change. */
  readonly onChange: () => void;
  /** Told of each record that another tab has written. */
  readonly onFound: (record: R) => void;
  /** Told of each that is gone. */
  readonly onDropped: (id: string) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Records as this tab sees them, and as they are kept: changes are seen at once and put down one
 * after the other, over what others have put down.
 */
export function createKept<R extends KeptRecord>(deps: KeptDeps<R>) {
  const { open, onChange, onFound, onDropped, report } = deps;
  const records = new Map<string, R>();
  let last: Promise<void> = Promise.resolve();
  let pending = 0;

  function write(work: (kept: Records<R>) => Promise<void>): void {
    pending++;
    last = last
      .then(async () => work(await open()))
      .catch(report)
      .finally(() => pending--);
  }
  function drop(id: string): void {
    if (records.delete(id)) onDropped(id);
  }
  async function follow(ids: readonly string[]): Promise<void> {
    await last;
    const found = await (await open()).get(ids);
    // What has been changed here meanwhile has not been put down yet.
    if (pending > 0) return follow(ids);
    const there = new Set(found.map(({ id }) => id));
    for (const record of found) {
      records.set(record.id, record);
      onFound(record);
    }
    for (const id of ids) if (!there.has(id)) drop(id);
    onChange();
    return undefined;
  }

  return {
    get: (id: string): R | undefined => records.get(id),
    /** All, also those that have been removed and can come back. */
    all: (): R[] => [...records.values()],
    /** Those that are shown, in their order. */
    listed: (): R[] =>
      [...records.values()]
        .filter(({ removedBy }) => removedBy === null)
        .sort((one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1)),
    /** Takes one that is put down already. */
    take(record: R): void {
      records.set(record.id, record);
    },
    put(record: R): void {
      records.set(record.id, record);
      write((kept) => kept.put(record));
      onChange();
    },
    change(id: string, patch: Partial<R>): void {
      const record = records.get(id);
      if (!record) return;
      records.set(id, { ...record, ...patch });
      write((kept) => kept.change(id, (stored) => ({ ...stored, ...patch })));
      onChange();
    },
    /** Deletes one for good. */
    async delete(id: string): Promise<void> {
      drop(id);
      write((kept) => kept.change(id, () => null));
      onChange();
      await last;
    },
    /** Takes over what other tabs have done to some. */
    follow,
    /** Resolves once all that was asked for has been put down, or could not be. */
    settled: (): Promise<void> => last,
  };
}
