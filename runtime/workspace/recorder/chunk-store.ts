import type { RecorderDeps } from "./take.ts";

/** Deletes the chunks of a recording, once its file is stored or was removed. */
export async function deleteChunks(
  { session, files }: Pick<RecorderDeps, "session" | "files">,
  recording: string,
  file?: string,
): Promise<void> {
  const isSettled = (): boolean => {
    const found = files.getState().files.find(({ id }) => id === file);
    return !found || found.state === "ready";
  };
  if (!isSettled())
    await new Promise<void>((resolve) => {
      const end = files.subscribe(() => {
        if (!isSettled()) return;
        end();
        resolve();
      });
    });
  const { database } = await session.open();
  await database.chunks.clear(recording);
  await database.recordings.change(recording, () => null);
}

/**
 * Adds recordings to the tray whose tab was closed before they ended.
 * @returns the number of files added
 */
export async function recoverRecordings(
  deps: Pick<RecorderDeps, "session" | "files" | "report">,
): Promise<number> {
  const { session, files, report } = deps;
  const { database, presence } = await session.open();
  let count = 0;
  for (const { id, name, type, tab } of await database.recordings.all()) {
    if (!(await presence.isClosed(tab))) continue;
    let isOurs = false;
    // Another tab may be recovering the same recording.
    await database.recordings.change(id, (recording) => {
      isOurs = recording.tab === tab;
      return isOurs ? { ...recording, tab: session.tab } : recording;
    });
    if (!isOurs) continue;
    const chunks = await database.chunks.all(id);
    const added =
      chunks.length === 0 ? [] : files.add([new File(chunks, name, { type })], "recorded");
    count += added.length;
    deleteChunks(deps, id, added[0]).catch(report);
  }
  return count;
}
