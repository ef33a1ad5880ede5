import path from "node:path";
import { exists } from "./files.ts";

/** Where templates are looked for: the site, then the program. */
export interface TemplateFolders {
  readonly root: string;
  readonly home: string;
}

/** The file of a template: a site's own one takes the place of the program's. */
export const templateFile = ({ root, home }: TemplateFolders, name: string): string =>
  [root, home].map((folder) => path.join(folder, "templates", name)).find((file) => exists(file)) ??
  path.join(home, "templates", name);
