import { sourcesOf } from "#audio/edit/arrange.ts";
import type { Edit } from "#audio/edit/edit.ts";
import { type ProjectSound, parseProject, serializeProject } from "#audio/edit/project.ts";

const SOUND: ProjectSound = { name: "", frames: 0, channels: 1, size: 0, path: null };

/** An edit that was saved in a project and opened again; null if the project is refused. */
export function reopenEdit(edit: Edit): Edit | null {
  const sounds = Object.fromEntries([...sourcesOf(edit)].map((source) => [source, SOUND]));
  const opened = parseProject(serializeProject({ name: "", edit, versions: [], sounds }));
  return typeof opened === "string" ? null : opened.edit;
}
