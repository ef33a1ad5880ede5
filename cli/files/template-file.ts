import path from "node:path";
import { exists } from "./files.ts";

/** Folders in which templates are looked up: the site, then the program. */
export interface TemplateFolders {
  readonly root: string;
  readonly home: string;
}

/** The file of a template: the site's own replaces the program's. */
export const templateFile = ({ root, home }: TemplateFolders, name: string): string =>
  [root, home].map((folder) => path.join(folder, "templates", name)).find((file) => exists(file)) ??
  path.join(home, "templates", name);
