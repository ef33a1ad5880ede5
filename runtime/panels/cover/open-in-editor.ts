import { addTrack, createEdit } from "#audio/edit/edit.ts";
import { createHistory } from "#audio/edit/history.ts";
import type { SourceInfo } from "../../panel-kit/draft/edit-draft.ts";
import { newId, draftStore } from "../../panel-kit/draft/draft-store.ts";
import type { FilesStore, JobResult } from "../../contract/file.ts";

/**
 * Saves the stems of a cover as a draft for the editor: a track each, all from the start, whose sum
 * is the cover.
 * @param now epoch milliseconds
 */
export async function leaveInEditor(
  name: string,
  parts: readonly JobResult[],
  files: Pick<FilesStore, "addResult" | "select" | "getState">,
  now: number,
): Promise<void> {
  const { selected } = files.getState();
  const { sampleRate, channels } = parts[0]!.saving!;
  const sources: Record<string, SourceInfo> = {};
  let edit = createEdit(sampleRate, channels);
  for (const part of parts) {
    const frames = Math.round(part.saving!.seconds * sampleRate);
    const file = files.addResult(part);
    const source = `file-${file}`;
    sources[source] = { name: part.name, frames, sampleRate, channels, size: part.size, file };
    edit = addTrack(edit, part.name, { source, frames });
  }
  // Restores the selection, so that the song is still selected when the visitor returns.
  files.select(selected);
  await draftStore.passToEditor({
    id: newId(),
    name,
    updated: now,
    sources,
    versions: [],
    history: createHistory(edit),
    stays: 0,
  });
}
