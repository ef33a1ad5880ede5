import { createHistory } from "#audio/edit/history.ts";
import { changeSources } from "#audio/edit/arrange.ts";
import { type Project, type ProjectSound, parseProject } from "#audio/edit/project.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import type { FilesStore } from "#runtime/contract/file.ts";
import { type NewSound, newId } from "#runtime/panel-kit/draft/draft-store.ts";
import { type Draft, type SourceInfo, neededSources } from "#runtime/panel-kit/draft/edit-draft.ts";
import { crc32 } from "./crc32.ts";
import { PROJECT_PATH } from "./save-project.ts";
import { type ArchiveEntry, openEntry, readArchive } from "./read-archive.ts";

/** Maximum size of a project without its sounds, in bytes. */
const MAX_PROJECT = 100_000_000;

export interface OpenDeps {
  readonly files: Pick<FilesStore, "add" | "clearAdded">;
  /** Opens a sound of the draft store for writing. */
  readonly makeSound: () => Promise<NewSound>;
  readonly signal: AbortSignal;
  /** @param part progress from 0 to 1 */
  readonly onProgress: (part: number) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const fault = (kind: string, params: Readonly<Record<string, string>> = {}): FaultError =>
  new FaultError(`panel-editor:edit.file.fault.${kind}`, params);

/** The bytes of an entry in chunks. @throws {FaultError} if they are damaged */
async function* chunksOf(
  blob: Blob,
  { crc }: ArchiveEntry,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = blob.stream().getReader();
  let found = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      found = crc32(value, found);
      yield value;
    }
  } finally {
    await reader.cancel();
  }
  if (found !== crc) throw fault("damaged");
}

/** A sound of the file; several sources may play it. */
interface Part {
  readonly blob: Blob;
  readonly entry: ArchiveEntry;
  readonly path: string;
  /** Whether an effect rendered it. */
  readonly isRendered: boolean;
}

/** Identifies the part of a sound; null if the file does not have it. */
const partOf = ({ path, rendered }: ProjectSound): string | null =>
  path && `${rendered === true} ${path}`;

interface Unpacked {
  readonly project: Project;
  /** Those that a version plays. */
  readonly sounds: readonly (readonly [source: string, ProjectSound])[];
  readonly parts: ReadonlyMap<string, Part>;
}

/** The project of a file, and its sounds, which are not read. @throws {FaultError} */
async function unpack(file: File, signal: AbortSignal): Promise<Unpacked> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  // Each ZIP archive with a file in it starts with these letters.
  if (start[0] !== 0x50 || start[1] !== 0x4b) throw fault("foreign");
  const entries = await readArchive(file);
  if (!entries) throw fault("damaged");
  const entry = entries.get(PROJECT_PATH);
  // The editor compresses nothing.
  if (!entry?.isPlain) throw fault("foreign");
  const blob = await openEntry(file, entry);
  if (!blob || blob.size > MAX_PROJECT) throw fault("damaged");
  for await (const _ of chunksOf(blob, entry)) signal.throwIfAborted();
  const project = parseProject(await blob.text());
  if (typeof project === "string") throw fault(project);
  const needed = neededSources(
    [project.edit, ...project.versions.map(({ edit }) => edit)],
    project.sounds,
  );
  const sounds = Object.entries(project.sounds).filter(([source]) => needed.has(source));
  const parts = new Map<string, Part>();
  let total = 0;
  for (const [, sound] of sounds) {
    const { path, name, size, rendered } = sound;
    if (path === null) continue;
    signal.throwIfAborted();
    const own = entries.get(path);
    if (own?.size !== size) throw fault("sounds", { name });
    const key = partOf(sound)!;
    if (parts.has(key)) continue;
    const bytes = own.isPlain && (await openEntry(file, own));
    if (!bytes) throw fault("damaged");
    parts.set(key, { blob: bytes, entry: own, path, isRendered: rendered === true });
    total += size;
  }
  // Entries that share bytes would fill the device from a small file.
  if (total > file.size) throw fault("damaged");
  return { project, sounds, parts };
}

/** Reads and checks the parts, and copies what effects rendered. Returns the ids of the copies. */
async function copyParts(
  parts: Unpacked["parts"],
  { makeSound, signal, onProgress }: Pick<OpenDeps, "makeSound" | "signal" | "onProgress">,
): Promise<ReadonlyMap<string, string>> {
  const total = [...parts.values()].reduce((sum, { blob }) => sum + blob.size, 0);
  const written: NewSound[] = [];
  const ids = new Map<string, string>();
  let read = 0;
  const copy = async ({ blob, entry }: Part, sound?: NewSound): Promise<void> => {
    const writer = sound?.stream.getWriter();
    let position = 0;
    try {
      for await (const data of chunksOf(blob, entry)) {
        signal.throwIfAborted();
        await writer?.write({ type: "write", position, data });
        position += data.byteLength;
        onProgress((read += data.byteLength) / total);
      }
    } finally {
      // A stream with a writer can be neither closed nor discarded.
      writer?.releaseLock();
    }
    await sound?.finish();
  };
  try {
    for (const [key, part] of parts) {
      const sound = part.isRendered ? await makeSound() : undefined;
      if (sound) {
        written.push(sound);
        ids.set(key, sound.id);
      }
      await copy(part, sound);
    }
    signal.throwIfAborted();
  } catch (error) {
    for (const sound of written) await sound.discard();
    throw error;
  }
  return ids;
}

/**
 * Opens a project file as a new draft: its recordings are added to the tray, what effects rendered
 * to the draft store. Nothing is added if that fails.
 * @throws {FaultError} if it is no project, damaged, incomplete, or from a later version
 */
export async function openProject(
  file: File,
  { files: tray, now, ...deps }: OpenDeps,
): Promise<Draft> {
  const { project, sounds, parts } = await unpack(file, deps.signal);
  const made = await copyParts(parts, deps);
  const recordings = [...parts].filter(([, { isRendered }]) => !isRendered);
  const { lastModified } = file;
  const added = tray.add(
    recordings.map(
      ([, { blob, path }]) =>
        new File([blob], path.slice(path.lastIndexOf("/") + 1), { lastModified }),
    ),
    "project",
  );
  // They are no tracks to add to the project that is open.
  tray.clearAdded();
  const trayIds = new Map(recordings.map(([key], at) => [key, added[at]!]));
  const renamed = new Map(
    sounds.flatMap(([source, sound]) => {
      const id = made.get(partOf(sound) ?? "");
      return id === undefined ? [] : [[source, id] as const];
    }),
  );
  const rename = (source: string): string => renamed.get(source) ?? source;
  const sources: Record<string, SourceInfo> = {};
  for (const [source, sound] of sounds) {
    const { path: _path, rendered: isRendered, stretch, ...facts } = sound;
    sources[rename(source)] = {
      ...facts,
      ...(stretch && { stretch: { ...stretch, source: rename(stretch.source) } }),
      // No file of the tray has this id: its clips are silent until the visitor adds it.
      file: isRendered ? null : (trayIds.get(partOf(sound) ?? "") ?? `lost-${newId()}`),
    };
  }
  return {
    id: newId(),
    name: project.name,
    updated: now(),
    sources,
    versions: project.versions.map((version) => ({
      ...version,
      edit: changeSources(version.edit, rename),
    })),
    history: createHistory(changeSources(project.edit, rename)),
    stays: 0,
  };
}
