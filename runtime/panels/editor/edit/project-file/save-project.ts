import type { Edit } from "#audio/edit/edit.ts";
import {
  type Project,
  type ProjectSound,
  parseProject,
  serializeProject,
} from "#audio/edit/project.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import type { FilesStore } from "#runtime/contract/file.ts";
import { fileNameOf } from "#runtime/panel-kit/save/file-name.ts";
import { distinctNames } from "#runtime/panel-kit/save/zip-file.ts";
import { type Draft, neededSources } from "#runtime/panel-kit/draft/edit-draft.ts";

/** Path of the project in its file. */
export const PROJECT_PATH = "project.json";

/** A file of a project, as `zipFile` takes it. */
interface PackedFile {
  readonly name: string;
  readonly input: File | string;
}

/**
 * Opens a file of the tray.
 * @returns null if the tray no longer has it; any other failure may pass
 */
export async function openRecording(
  files: Pick<FilesStore, "open" | "getState">,
  id: string,
): Promise<File | null> {
  try {
    return await files.open(id);
  } catch (error) {
    const known = files.getState().files.find((file) => file.id === id);
    if (!known || known.state === "missing") return null;
    throw error;
  }
}

/**
 * The files of a project, the project itself first: what all versions play, without what only the
 * undo history needs.
 * @param openSound opens the file of a source; resolves to null if it no longer exists
 * @returns also the names of the recordings that no longer exist
 * @throws {FaultError} if a recording cannot be read
 */
export async function packProject(
  {
    name,
    edit,
    versions,
    sources,
  }: Pick<Draft, "name" | "versions" | "sources"> & { readonly edit: Edit },
  openSound: (source: string) => Promise<Blob | null>,
): Promise<{ readonly files: readonly PackedFile[]; readonly missing: readonly string[] }> {
  const ids = neededSources([edit, ...versions.map((one) => one.edit)], sources);
  const distinct = distinctNames();
  const sounds: Record<string, ProjectSound> = {};
  const files: PackedFile[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const info = sources[id];
    const { file, ...facts } = info ?? { name: "", frames: 0, channels: 1, size: 0, file: "" };
    const rendered = file === null;
    const blob =
      info &&
      (await openSound(id).catch((error: unknown) => {
        throw new FaultError("panel-editor:edit.file.fault.unread", { name: info.name }, error);
      }));
    if (!blob) {
      missing.push(facts.name || id);
      sounds[id] = { ...facts, path: null, ...(rendered && { rendered }) };
      continue;
    }
    const own = blob instanceof File && !rendered ? blob.name : `${facts.name}.wav`;
    const [ending = ""] = /\.[A-Za-z0-9]{1,8}$/.exec(own) ?? [];
    const stem = own.slice(0, own.length - ending.length);
    const path = `audio/${distinct(`${fileNameOf(stem, "sound")}${ending}`)}`;
    sounds[id] = { ...facts, size: blob.size, path, ...(rendered && { rendered }) };
    files.push({ name: path, input: new File([blob], path, { type: blob.type }) });
  }
  const project: Project = { name, edit, versions, sounds };
  const input = serializeProject(project);
  const parsed = parseProject(input);
  if (typeof parsed === "string") throw new Error(`The project could not be opened: ${parsed}`);
  return { files: [{ name: PROJECT_PATH, input }, ...files], missing };
}
