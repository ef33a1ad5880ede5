import { type NewSource, addSource } from "#audio/edit/arrange.ts";
import { createEdit, lengthOf } from "#audio/edit/edit.ts";
import { createHistory } from "#audio/edit/history.ts";
import type { OpenedFile } from "#runtime/audio/worker/results.ts";
import { type Draft, type SourceInfo, framesAt } from "#runtime/panel-kit/draft/edit-draft.ts";
import { newId } from "#runtime/panel-kit/draft/draft-store.ts";
import type { EditorStore } from "./edit-store.ts";
import type { FilesStore, TrayFile } from "#runtime/contract/file.ts";
import type { Engine } from "#runtime/audio/engine-types.ts";

export interface ProjectDeps {
  readonly engine: Pick<Engine, "open">;
  readonly files: Pick<FilesStore, "open">;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Source id of a file in the tray. */
const sourceOf = (file: Pick<TrayFile, "id">): string => `file-${file.id}`;

/** A file name without its extension. */
const stemOf = (name: string): string => name.replace(/\.[^.]{1,5}$/, "") || name;

/** Sample rate, channels and length of a file. @throws {FaultError} if it cannot be read */
async function readInfo(file: TrayFile, { engine, files }: ProjectDeps) {
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

/** @param rate sample rate of the edit, in Hz */
const newSource = (file: TrayFile, info: SourceInfo, rate: number): NewSource => ({
  source: sourceOf(file),
  name: info.name,
  frames: framesAt(info, rate),
  channels: info.channels,
});

/**
 * A new project with a track for each file, at the highest of their sample rates, so that no file
 * loses high frequencies.
 */
export async function createDraft(tray: readonly TrayFile[], deps: ProjectDeps): Promise<Draft> {
  const infos = await Promise.all(tray.map((file) => readInfo(file, deps)));
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
 * Adds files of the tray to a project: a source that was lost is restored, each other file gets a
 * track. A project without sound takes the sample rate of the first file.
 * @param isLost whether the file of a source no longer exists
 */
export async function addFiles(
  store: EditorStore,
  tray: readonly TrayFile[],
  deps: ProjectDeps & { readonly isLost: (source: string) => boolean },
): Promise<void> {
  for (const file of tray) {
    const info = await readInfo(file, deps);
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
