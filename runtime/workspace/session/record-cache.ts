import type { Records } from "./stored.ts";

interface CachedRecord {
  readonly id: string;
  readonly rank: number;
  readonly removedBy: string | null;
}

export interface RecordCacheDeps<R> {
  readonly open: () => Promise<Records<R & CachedRecord>>;
  /** Called after every change. */
  readonly onChange: () => void;
  /** Called for each record that another tab has written. */
  readonly onStored: (record: R) => void;
  /** Called for each record that was deleted. */
  readonly onDeleted: (id: string) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Optimistic cache of the records of a database: changes are visible at once. They are written one
 * at a time, and merged with changes of other tabs.
 */
export function createRecordCache<R extends CachedRecord>(deps: RecordCacheDeps<R>) {
  const { open, onChange, onStored, onDeleted, report } = deps;
  const records = new Map<string, R>();
  let last: Promise<void> = Promise.resolve();
  let pending = 0;

  function write(work: (stored: Records<R>) => Promise<void>): void {
    pending++;
    last = last
      .then(async () => work(await open()))
      .catch(report)
      .finally(() => pending--);
  }
  function evict(id: string): void {
    if (records.delete(id)) onDeleted(id);
  }
  async function refresh(ids: readonly string[]): Promise<void> {
    await last;
    const found = await (await open()).get(ids);
    // Changes made here in the meantime have not been written yet.
    if (pending > 0) return refresh(ids);
    const there = new Set(found.map(({ id }) => id));
    for (const record of found) {
      records.set(record.id, record);
      onStored(record);
    }
    for (const id of ids) if (!there.has(id)) evict(id);
    onChange();
    return undefined;
  }

  return {
    get: (id: string): R | undefined => records.get(id),
    /** All records, including removed ones that can be restored. */
    all: (): R[] => [...records.values()],
    /** Records that are not removed, by rank. */
    listed: (): R[] =>
      [...records.values()]
        .filter(({ removedBy }) => removedBy === null)
        .sort((one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1)),
    /** Adds a record that is stored already. */
    insertLocal(record: R): void {
      records.set(record.id, record);
    },
    upsert(record: R): void {
      records.set(record.id, record);
      write((stored) => stored.put(record));
      onChange();
    },
    change(id: string, patch: Partial<R>): void {
      const record = records.get(id);
      if (!record) return;
      records.set(id, { ...record, ...patch });
      write((stored) => stored.change(id, (record) => ({ ...record, ...patch })));
      onChange();
    },
    /** Deletes a record permanently. */
    async delete(id: string): Promise<void> {
      evict(id);
      write((stored) => stored.change(id, () => null));
      onChange();
      await last;
    },
    /** Reads records again that other tabs have changed. */
    refresh,
    /** Resolves when all changes so far were written, or have failed. */
    settled: (): Promise<void> => last,
  };
}
