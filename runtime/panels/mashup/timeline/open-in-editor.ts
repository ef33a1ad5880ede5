import { createHistory } from "#audio/edit/history.ts";
import { addTrack, createEdit } from "#audio/edit/edit.ts";
import { editOfMashup, type Mashup } from "#audio/music/mashup.ts";
import type { Mix } from "#runtime/audio/worker/sounds.ts";
import { newId, draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import type { SourceInfo } from "#runtime/panel-kit/draft/edit-draft.ts";
import type { MakeOptions } from "#runtime/panel-kit/save/use-rendering.ts";
import { writeMix } from "#runtime/panel-kit/save/write-mix.ts";
import type { FilesStore } from "#runtime/contract/file.ts";

/**
 * Saves the mashup as a draft for the editor: each part is a file of the tray at the common tempo
 * and pitch, each block a clip.
 */
export async function leaveInEditor(
  { mashup, mix, name }: { readonly mashup: Mashup; readonly mix: Mix; readonly name: string },
  {
    files,
    signal,
    onProgress,
    now,
  }: MakeOptions & {
    readonly files: Pick<FilesStore, "add" | "select" | "getState">;
    /** Epoch milliseconds. */
    readonly now: number;
  },
): Promise<void> {
  const { sampleRate } = mix.edit;
  const written: File[] = [];
  for (const [at, { source, name: song }] of mashup.parts.entries()) {
    const frames = Math.round(mix.warps![source]!.seconds * sampleRate);
    const whole = addTrack(createEdit(sampleRate, 2), song, { source, frames });
    const alone = { ...mix, sources: { [source]: mix.sources[source]! }, edit: whole };
    const suffix = `${Math.round(mashup.bpm)}-bpm`;
    written.push(
      await writeMix(
        { mix: alone, output: "wav24", name: song, suffix },
        { signal, onProgress: (part) => onProgress((at + part) / mashup.parts.length) },
      ),
    );
  }
  const { selected } = files.getState();
  const ids = files.add(written, "result");
  // Restores the selection, so that the songs are still selected when the visitor returns.
  files.select(selected);
  const sources: Record<string, SourceInfo> = {};
  const parts = mashup.parts.map((part, at) => {
    const source = `file-${ids[at]!}`;
    const frames = Math.round(mix.warps![part.source]!.seconds * sampleRate);
    const { size } = written[at]!;
    sources[source] = { name: part.name, frames, sampleRate, channels: 2, size, file: ids[at]! };
    return { ...part, source };
  });
  await draftStore.passToEditor({
    id: newId(),
    name,
    updated: now,
    sources,
    versions: [],
    history: createHistory(editOfMashup({ ...mashup, parts }, sampleRate)),
    stays: 0,
  });
}
