import { type NewSource, addSource } from "#audio/edit/arrange.ts";
import { createEdit, lengthOf } from "#audio/edit/edit.ts";
import { createHistory } from "#audio/edit/history.ts";
import type { OpenedFile } from "#runtime/audio/worker/results.ts";
import { type Draft, type SourceInfo, framesAt } from "#runtime/panel-kit/draft/edit-draft.ts";
import { newId } from "#runtime/panel-kit/draft/edit-shelf.ts";
import type { EditorStore } from "./edit-store.ts";
import type { FilesStore, TrayFile } from "#runtime/workspace/contract/file.ts";
import type { Engine } from "#runtime/audio/engine-types.ts";

export interface ProjectDeps {
  readonly engine: Pick<Engine, "open">;
  readonly files: Pick<FilesStore, "open">;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Id of a file of the tray as a source of edits. */
const sourceOf = (file: Pick<TrayFile, "id">): string => `file-${file.id}`;

/** Name of a file without its ending. */
const stemOf = (name: string): string => name.replace(/\.[^.]{1,5}$/, "") || name;

/** Rate, channels and length of a file. @throws {FaultError} where it cannot be read */
async function look(file: TrayFile, { engine, files }: ProjectDeps) {
  const reading = await engine.open([await files.open(file.id)]);
  reading.close();
  return reading.files[0]!;
}

const infoOf = (file: TrayFile, { duration, sampleRate, channels }: OpenedFile): SourceInfo => ({
  name: stemOf(file.name),
  frames: Math.round(duration * sampleRate),
  sampleRate,
  channels,
  size: file.size,
  file: file.id,
});

/** @param rate of the edit, in Hz */
const newSource = (file: TrayFile, info: SourceInfo, rate: number): NewSource => ({
  source: sourceOf(file),
  name: info.name,
  frames: framesAt(info, rate),
  channels: info.channels,
});

/** A draft in which each file has a track. The highest rate of all is its own: no file loses treble. */
export async function draftOf(tray: readonly TrayFile[], deps: ProjectDeps): Promise<Draft> {
  const infos = await Promise.all(tray.map((file) => look(file, deps)));
  const rates = infos.map(({ sampleRate }) => sampleRate);
  const rate = rates.length > 0 ? Math.max(...rates) : 48_000;
  let edit = createEdit(rate, 1);
  const sources: Record<string, SourceInfo> = {};
  for (const [at, file] of tray.entries()) {
    const info = infoOf(file, infos[at]!);
    sources[sourceOf(file)] = info;
    edit = addSource(edit, newSource(file, info, rate));
  }
  return {
    id: newId(),
    name: tray[0] ? stemOf(tray[0].name) : "",
    updated: deps.now(),
    sources,
    versions: [],
    history: createHistory(edit),
    stays: 0,
  };
}

/**
 * Puts files of the tray into a draft: one that was lost comes back to where it was, each other one gets
 * a track. A draft without sound takes the rate of the first one.
 * @param isLost whether a source has no file any more
 */
export async function addFiles(
  store: EditorStore,
  tray: readonly TrayFile[],
  deps: ProjectDeps & { readonly isLost: (source: string) => boolean },
): Promise<void> {
  for (const file of tray) {
    const info = await look(file, deps);
    const { edit, sources, name } = store.getState();
    const lost = Object.entries(sources).find(
      ([source, one]) =>
        one.file !== null &&
        one.name === stemOf(file.name) &&
        one.size === file.size &&
        deps.isLost(source),
    );
    if (lost) {
      store.describe({ [lost[0]]: { ...lost[1], file: file.id } });
      continue;
    }
    const isEmpty = lengthOf(edit) === 0 && Object.keys(sources).length === 0;
    const base = isEmpty ? { ...edit, sampleRate: info.sampleRate } : edit;
    const source = infoOf(file, info);
    store.describe({ [sourceOf(file)]: source });
    if (name === "") store.rename(source.name);
    const next = addSource(base, newSource(file, source, base.sampleRate));
    store.commit(next, { step: "add", selection: { tracks: [next.tracks.at(-1)!.id] } });
  }
}
