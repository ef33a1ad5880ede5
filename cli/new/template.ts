import fs from "node:fs";
import { withIo } from "../files/files.ts";
import { type TemplateFolders, templateFile } from "../files/template-file.ts";

/** Text that YAML would parse as something else. */
const NEEDS_QUOTES =
  /^$|^[\s\-?:,[\]{}#&*!|>'"%@`]|: |:$| #|^\s|\s$|[\n\t]|^(true|false|null|yes|no|on|off|~)$|^[\d.+][\d_.,:eExXoO+-]*$/i;

/** A text as a YAML value, quoted if necessary. */
export const yamlText = (value: string): string =>
  NEEDS_QUOTES.test(value) ? JSON.stringify(value) : value;

/**
 * Fills a template of `templates/`. A placeholder that is the whole value of a front matter field
 * is written as YAML, any other one verbatim.
 * @param raw values that already are YAML or code
 */
export function fillTemplate(
  folders: TemplateFolders,
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
