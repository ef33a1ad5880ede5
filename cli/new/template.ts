import fs from "node:fs";
import path from "node:path";
import { exists, withIo } from "../files/files.ts";

/** What YAML would read as something other than this text. */
const NEEDS_QUOTES =
  /^$|^[\s\-?:,[\]{}#&*!|>'"%@`]|: |:$| #|^\s|\s$|[\n\t]|^(true|false|null|yes|no|on|off|~)$|^[\d.+][\d_.,:eExXoO+-]*$/i;

/** A text as a YAML value, in quotes where it needs them. */
export const yamlText = (value: string): string =>
  NEEDS_QUOTES.test(value) ? JSON.stringify(value) : value;

/** Where templates are looked for: the site, then the program. */
interface Folders {
  readonly root: string;
  readonly home: string;
}

/** The file of a template: a site's own one takes the place of the program's. */
export const templateFile = ({ root, home }: Folders, name: string): string =>
  [root, home].map((folder) => path.join(folder, "templates", name)).find((file) => exists(file)) ??
  path.join(home, "templates", name);

/**
 * Fills a template of `templates/`. A placeholder that is the whole value of a front matter field
 * is written as YAML, any other as it is.
 * @param raw values that are YAML or code already
 */
export function fillTemplate(
  folders: Folders,
  name: string,
  values: Readonly<Record<string, string>>,
  raw: Readonly<Record<string, string>> = {},
): string {
  const file = templateFile(folders, name);
  const template = withIo(file, () => fs.readFileSync(file, "utf8"));
  return template.replace(/(^[\w-]+: )?\{\{(\w+)\}\}/gm, (_, field: string | undefined, key) => {
    const code = raw[key as string];
    if (code !== undefined) return (field ?? "") + code;
    const value = values[key as string];
    if (value === undefined) throw new Error(`templates/${name} asks for "${key}"`);
    return (field ?? "") + (field ? yamlText(value) : value);
  });
}
