import type { RecorderDeps } from "./take.ts";

/** Deletes the chunks of a recording: once its file is on the device, or has been removed. */
export async function forgetChunks(
  { session, files }: Pick<RecorderDeps, "session" | "files">,
  recording: string,
  file?: string,
): Promise<void> {
  const isOver = (): boolean => {
    const found = files.getState().files.find(({ id }) => id === file);
    return !found || found.state === "ready";
  };
  if (!isOver())
    await new Promise<void>((resolve) => {
      const end = files.subscribe(() => {
        if (!isOver()) return;
        end();
        resolve();
      });
    });
  const { database } = await session.open();
  await database.chunks.clear(recording);
  await database.recordings.change(recording, () => null);
}

/**
 * Brings recordings to the tray whose tab has gone before they were ended.
 * @returns how many
 */
export async function recoverRecordings(
  deps: Pick<RecorderDeps, "session" | "files" | "report">,
): Promise<number> {
  const { session, files, report } = deps;
  const { database, presence } = await session.open();
  let count = 0;
  for (const { id, name, type, tab } of await database.recordings.all()) {
    if (!(await presence.isGone(tab))) continue;
    let mine = false;
    // Another tab may be about to do the same.
    await database.recordings.change(id, (recording) => {
      mine = recording.tab === tab;
      return mine ? { ...recording, tab: session.tab } : recording;
    });
    if (!mine) continue;
    const chunks = await database.chunks.all(id);
    const added =
      chunks.length === 0 ? [] : files.add([new File(chunks, name, { type })], "recorded");
    count += added.length;
    forgetChunks(deps, id, added[0]).catch(report);
  }
  return count;
}
