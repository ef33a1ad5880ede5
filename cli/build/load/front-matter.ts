import matter from "gray-matter";
import { CORE_SCHEMA, load as loadYaml } from "js-yaml";
import { type Document, isAlias, isNode, LineCounter, parseDocument, visit } from "yaml";
import { YAML_TAB } from "#core/errors/error-catalogue.ts";
import { type Location, type Problem, problem } from "#core/errors/errors.ts";

export interface Split {
  /** The YAML between the fences. */
  readonly yaml: string;
  readonly body: string;
  /** Number of lines before the YAML. */
  readonly offset: number;
}

const FENCE = "---\n";
/** The line that ends front matter, from the line break before it. */
const CLOSING = /\n---[ \t]*(?:\n|$)/g;

/** Splits a file into front matter and body. */
export function splitFrontMatter(text: string, file: string): Split | Problem {
  if (text.startsWith(FENCE)) {
    CLOSING.lastIndex = FENCE.length - 1;
    const closing = CLOSING.exec(text);
    if (closing) {
      const { index, 0: line } = closing;
      return { yaml: text.slice(4, index + 1), body: text.slice(index + line.length), offset: 1 };
    }
  }
  const unix = text.replace(/^\uFEFF+/, "").replace(/\r\n?/g, "\n");
  // gray-matter treats the rest of the first line after `---` as a language.
  const language = /^---(?!-)/.test(unix) ? matter.language(unix).name : "";
  if (language && language !== "yaml")
    return problem("FRONT_MATTER_LANGUAGE", { language }, { file, line: 1, column: 4 });
  if (unix !== text || language === "yaml" || /^---[ \t]+\n/.test(unix)) {
    const normalized = unix.replace(/^---(?:[ \t]*yaml)?[ \t]*\n/, FENCE);
    if (normalized.startsWith(FENCE) && normalized !== text)
      return splitFrontMatter(normalized, file);
  }
  const first = unix.split("\n", 1)[0]!.slice(0, 40);
  return problem(
    "FRONT_MATTER_MISSING",
    { found: unix.startsWith(FENCE) ? "no closing line" : JSON.stringify(first) },
    { file, line: 1, column: 1 },
  );
}

/** Anchors, aliases, tags and merge keys: rare, and left to `yaml`, which limits them. */
export const UNUSUAL = /(^|[\s[{,:-])([&*!][^\s&*!]|<<\s*:)/m;

/** Whitespace long enough to make gray-matter's comment search quadratic. */
const LONG_BLANK = /\s{128}/;

const MATTER_OPTIONS = {
  // Include the line break: a line of four hyphens does not close front matter.
  delimiters: ["---", FENCE] as [string, string],
  engines: { yaml: (yaml: string) => (loadYaml(yaml, { schema: CORE_SCHEMA }) ?? {}) as object },
};

/**
 * Parses front matter. Dates stay strings; duplicate keys and excessive aliases are rejected.
 * gray-matter
 * parses with js-yaml; `yaml` parses documents with aliases or tags and locates the errors that
 * js-yaml
 * reports.
 */
export function parseFrontMatter(split: Split, file: string): { data: unknown } | Problem[] {
  if (!UNUSUAL.test(split.yaml) && !LONG_BLANK.test(split.yaml)) {
    try {
      // Passing options, even without effect, also bypasses gray-matter's cache.
      return { data: matter(`${FENCE}${split.yaml}${FENCE}`, MATTER_OPTIONS).data };
    } catch {
      // Reported below, with its location.
    }
  }
  const lines = new LineCounter();
  const document = parseDocument(split.yaml, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
  });
  const found = yamlFaults(document, lines).map(({ line, column, detail }) =>
    problem("YAML_INVALID", { detail }, { file, line: line + split.offset, column }),
  );
  if (found.length > 0) return found;
  try {
    return { data: document.toJS({ maxAliasCount: 50 }) ?? {} };
  } catch (error) {
    const { line, col } = lines.linePos(findLooseAlias(document));
    return [
      problem(
        "YAML_INVALID",
        { detail: (error as Error).message },
        { file, line: line + split.offset, column: col },
      ),
    ];
  }
}

/** YAML errors and warnings, by line of the text. */
export function yamlFaults({ errors, warnings }: Document, lines: LineCounter) {
  // A tab causes further errors after it, so report only the tab.
  const tab = errors.find(({ code }) => code === "TAB_AS_INDENT");
  return (tab ? [tab] : [...errors, ...warnings]).map(({ code, message, pos }) => {
    const { line, col } = lines.linePos(pos[0]);
    return { line, column: col, detail: tab ? YAML_TAB : detailOf(code, message) };
  });
}

const detailOf = (code: string, message: string): string =>
  code === "MULTIPLE_DOCS"
    ? "A line of dots or hyphens ends the front matter before its end"
    : message.split("\n", 1)[0]!;

/** Offset of the first alias without a preceding anchor; 0 if there is none. */
function findLooseAlias(document: Document): number {
  const anchors = new Set<string>();
  let offset = 0;
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) {
        if (node.anchor) anchors.add(node.anchor);
        return undefined;
      }
      if (anchors.has(node.source)) return undefined;
      offset = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

/** Location of the node at `path`, or of its nearest existing parent. */
export function locate(split: Split, file: string, path: readonly PropertyKey[]): Location {
  const lines = new LineCounter();
  const document = parseDocument(split.yaml, { lineCounter: lines });
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length) as unknown[], true);
    const range = isNode(node) ? node.range : undefined;
    if (!range) continue;
    const { line, col } = lines.linePos(range[0]);
    return { file, line: line + split.offset, column: col };
  }
  return { file, line: split.offset + 1, column: 1 };
}

/** Location of an unknown key. */
export function locateKey(
  split: Split,
  file: string,
  path: readonly PropertyKey[],
  key: string,
): Location {
  const lines = new LineCounter();
  const document = parseDocument(split.yaml, { lineCounter: lines });
  const parent: unknown =
    path.length > 0 ? document.getIn(path as unknown[], true) : document.contents;
  const items = (parent as { items?: { key?: { value?: unknown; range?: [number] } }[] } | null)
    ?.items;
  const range = items?.find((item) => item.key?.value === key)?.key?.range;
  if (!range) return locate(split, file, path);
  const { line, col } = lines.linePos(range[0]);
  return { file, line: line + split.offset, column: col };
}
