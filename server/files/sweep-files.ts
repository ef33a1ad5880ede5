import type { MayContinue } from "../background/run-steps.ts";
import { scheduleLease, takeLease } from "../db/lease.ts";
import type { Deps } from "../deps/deps.ts";
import { eraseFiles, finishErasures } from "./erase-files.ts";

const BATCH = 100;
const DAY = 86_400_000;
const STRAY = "stray-objects";
const FOLDER = "files";

/** Erases files whose time is over, and removes the objects of erased ones. */
export async function sweepFiles(deps: Deps, mayContinue: MayContinue): Promise<void> {
  const { db, clock } = deps;
  let count: number;
  do {
    const due = await db.read((queries) =>
      queries
        .selectFrom("job_files")
        .select(["user_id", "id"])
        .where("expires_at", "<=", clock())
        .orderBy("expires_at")
        .limit(BATCH)
        .execute(),
    );
    for (const { user_id: userId, id } of due)
      await db.write((tx) => eraseFiles(tx, deps, { userId, id }, "expired"));
    count = due.length;
  } while (count === BATCH && (await mayContinue()));
  await finishErasures(deps, mayContinue);
  await removeStrayObjects(deps);
}

/**
 * Removes objects without a file, once a day: a process was killed after it had stored a part of a
 * file that was erased at the same time. Rows of files are created before their objects.
 */
async function removeStrayObjects(deps: Deps): Promise<void> {
  const { db, objects, clock, ids } = deps;
  const now = clock();
  const isDue = await db.write(async (tx) => {
    const lease = { name: STRAY, holder: ids(), now, length: 60_000 };
    const taken = await takeLease(tx, lease);
    if (!taken || taken.nextAt > now) return false;
    await scheduleLease(tx, STRAY, now + DAY);
    return true;
  });
  if (!isDue) return;
  let batch: string[] = [];
  const removeBatch = async (): Promise<void> => {
    const keys = batch;
    batch = [];
    if (keys.length === 0) return;
    const fileIds = [...new Set(keys.map(fileOf))];
    const known = await db.read((queries) =>
      queries.selectFrom("job_files").select("id").where("id", "in", fileIds).execute(),
    );
    const existing = new Set(known.map(({ id }) => id));
    for (const key of keys) if (!existing.has(fileOf(key))) await objects.remove(key);
  };
  for await (const key of objects.list(FOLDER)) {
    batch.push(key);
    if (batch.length === BATCH) await removeBatch();
  }
  await removeBatch();
}

/** Id of the file in the key of an object: `files/<id>/<part>`. */
const fileOf = (key: string): string => key.split("/")[1]!;
