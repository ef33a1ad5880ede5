import fs from "node:fs";
import path from "node:path";

export interface Declaration {
  /** Path from the repository root, with slashes, and the line: `runtime/a.module.css:12`. */
  readonly location: string;
  readonly file: string;
  readonly selector: string;
  readonly property: string;
  readonly value: string;
}

export interface AtRule {
  readonly location: string;
  readonly file: string;
  readonly name: string;
  readonly condition: string;
}

export interface StyleSheet {
  readonly declarations: readonly Declaration[];
  readonly atRules: readonly AtRule[];
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Puts spaces for comments, so that positions stay as they are. */
function blankComments(source: string): string {
  let text = "";
  let from = 0;
  for (let at = source.indexOf("/*"); at >= 0; at = source.indexOf("/*", from)) {
    const end = source.indexOf("*/", at);
    const after = end < 0 ? source.length : end + 2;
    text += source.slice(from, at) + source.slice(at, after).replaceAll(/\S/g, " ");
    from = after;
  }
  return text + source.slice(from);
}

/** Reads the declarations and at-rules of formatted CSS: one declaration ends before the next line starts. */
export function readStyleSheet(file: string, source: string): StyleSheet {
  const declarations: Declaration[] = [];
  const atRules: AtRule[] = [];
  const text = blankComments(source);
  const selectors: string[] = [];
  let from = 0;
  for (const { index, 0: mark } of text.matchAll(/[{};]/g)) {
    const part = text.slice(from, index);
    const start = from + part.search(/\S|$/);
    from = index + 1;
    const location = `${file}:${lineAt(text, start)}`;
    const content = oneLine(part);
    if (mark === "}") selectors.pop();
    if (mark === "{") {
      selectors.push(content);
      if (content.startsWith("@")) {
        const [name = "", ...condition] = content.slice(1).split(" ");
        atRules.push({ location, file, name, condition: condition.join(" ") });
      }
    }
    if (mark === ";" && content.includes(":")) {
      const colon = content.indexOf(":");
      const selector = selectors.at(-1) ?? "";
      const property = content.slice(0, colon);
      declarations.push({ location, file, selector, property, value: content.slice(colon + 2) });
    }
  }
  return { declarations, atRules };
}

/** All style sheets of the folders below a root. */
export function readStyleSheets(root: string, folder: string): StyleSheet {
  const sheets = fs
    .globSync(`${folder}/**/*.css`, { cwd: root })
    .toSorted()
    .map((file) =>
      readStyleSheet(
        file.split(path.sep).join("/"),
        fs.readFileSync(path.join(root, file), "utf8"),
      ),
    );
  return {
    declarations: sheets.flatMap(({ declarations }) => declarations),
    atRules: sheets.flatMap(({ atRules }) => atRules),
  };
}
