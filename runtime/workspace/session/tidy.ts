import { type Session, tabOf } from "./session.ts";
import type { Database, StoredJob } from "./stored.ts";

/** Ids of bytes that a file or a job references. */
async function namedBytes(database: Database): Promise<Set<string>> {
  const [files, jobs] = await Promise.all([database.files.all(), database.jobs.all()]);
  return new Set([
    ...files.map(({ bytes }) => bytes),
    ...jobs.flatMap(({ results }) => results.map(({ id }) => id)),
  ]);
}

/** Deletes bytes that are no longer referenced. */
export async function releaseBytes(session: Session, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { database } = await session.open();
  const named = await namedBytes(database);
  await Promise.all(ids.filter((id) => !named.has(id)).map((id) => session.bytes.delete(id)));
}

/**
 * Cleans up after closed tabs: deletes partially written files, and removed items that could still
 * be undone.
 * @param purge returns what changes in a removed job that has to stay; null for none
 */
export async function tidy(
  session: Session,
  purge: (job: StoredJob) => Partial<StoredJob> | null,
): Promise<void> {
  const { bytes } = session;
  const { database, presence } = await session.open();
  const closed = new Map<string, Promise<boolean>>();
  const isClosed = (tab: string): Promise<boolean> => {
    const known = closed.get(tab) ?? presence.isClosed(tab);
    closed.set(tab, known);
    return known;
  };
  // Listed first: bytes that are referenced later are not in this list.
  const keys = await bytes.keys();
  const [files, jobs] = await Promise.all([database.files.all(), database.jobs.all()]);
  for (const { id, removedBy } of files)
    if (removedBy !== null && (await isClosed(removedBy)))
      await database.files.change(id, () => null);
  for (const { id, removedBy } of jobs)
    if (removedBy !== null && (await isClosed(removedBy)))
      await database.jobs.change(id, (job) => {
        const patch = purge(job);
        return patch && { ...job, ...patch };
      });
  const named = await namedBytes(database);
  const whole = new Set([
    ...files.filter(({ stored }) => stored).map((file) => file.bytes),
    ...jobs.flatMap(({ results }) => results.filter(({ stored }) => stored).map(({ id }) => id)),
  ]);
  for (const key of keys)
    if (!(named.has(key) && whole.has(key)) && (await isClosed(tabOf(key))))
      await bytes.delete(key);
}
