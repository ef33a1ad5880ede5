import type { TreeElement, TreeNode } from "./tree.ts";

/** What a page becomes as a React component. */
export interface PageSource {
  /** A module that exports `Page({ d })`. */
  readonly code: string;
  /** `d`: the page's texts and addresses, nested as the component wants them. */
  readonly data: Row;
  /** Content of large drawings: the component asks `art` for them by number. */
  readonly art: readonly string[];
}
type Row = readonly unknown[];

/** What a site keeps in its data, even where it occurs once. */
const TEXTUAL = new Set("href aria-label title placeholder alt content defaultValue".split(" "));
/** Drawings with more characters are left as they stand when the page is hydrated. */
const ART = 300;

const isElement = (node: TreeNode): node is TreeElement => typeof node !== "string";

/** Elements of equal shape can be made by one piece of code from different data. */
function shapeOf(node: TreeNode): string {
  if (!isElement(node)) return node.trim() === "" ? JSON.stringify(node) : "#";
  const { tag, attributes, children, html } = node;
  if (tag === "svg") return JSON.stringify(node);
  const own = `${tag}.${String(attributes["className"] ?? "")}`;
  if (html !== undefined) return `${own}=html`;
  return `${own}(${segmentsOf(children)
    .map(({ shape }) => shape)
    .join()})`;
}

interface Segment {
  readonly shape: string;
  readonly nodes: TreeNode[];
}

/** Neighbours of equal shape, taken together. */
function segmentsOf(nodes: readonly TreeNode[]): Segment[] {
  const segments: Segment[] = [];
  for (const node of nodes) {
    const shape = shapeOf(node);
    const last = segments.at(-1);
    if (last?.shape === shape && isElement(node) && node.tag !== "svg") last.nodes.push(node);
    else segments.push({ shape, nodes: [node] });
  }
  return segments;
}

/**
 * Makes a page into a component as its author would have written it: the structure is code, lists
 * are mapped, and texts and addresses come in as data, each once.
 * @param firstArt number of the first large drawing
 */
export function componentOf(body: readonly TreeNode[], firstArt = 0): PageSource {
  const art: string[] = [];
  let variables = 0;

  /** Code for elements of one shape, and the data of each; `name` is the variable with a row. */
  const emit = (
    elements: readonly TreeElement[],
    name: string,
    rows: unknown[][],
    key = "",
  ): string => {
    const [first] = elements as [TreeElement];
    let open = `<${first.tag}${key}`;
    const names = new Set(elements.flatMap(({ attributes }) => Object.keys(attributes)));
    const store = (values: readonly unknown[]): string => {
      values.forEach((value, at) => rows[at]!.push(value));
      return `${name}[${rows[0]!.length - 1}]`;
    };
    for (const attribute of names) {
      const values = elements.map(({ attributes }) => attributes[attribute] ?? null);
      const same = values.every((value) => value === values[0]);
      const fixed = same && (!TEXTUAL.has(attribute) || first.tag === "svg");
      open += ` ${attribute}={${fixed ? JSON.stringify(values[0]) : store(values)}}`;
    }
    if (first.html !== undefined && (first.tag !== "svg" || first.html.length > ART)) {
      const html =
        first.tag === "svg"
          ? `art(${firstArt + art.push(first.html) - 1})`
          : store(elements.map((element) => element.html));
      return `${open} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: ${html} }} />`;
    }
    const content = emitChildren(
      elements.map(({ children }) => children),
      name,
      rows,
    );
    return content === "" ? `${open} />` : `${open}>${content}</${first.tag}>`;
  };

  /** Code for the content of elements of one shape. */
  const emitChildren = (
    lists: readonly (readonly TreeNode[])[],
    name: string,
    rows: unknown[][],
  ): string => {
    const segmented = lists.map(segmentsOf);
    return segmented[0]!
      .map((segment, at) => {
        const [node] = segment.nodes as [TreeNode];
        if (!isElement(node)) {
          if (node.trim() === "") return `{${JSON.stringify(node)}}`;
          segmented.forEach((segments, row) => rows[row]!.push(segments[at]!.nodes[0]));
          return `{${name}[${rows[0]!.length - 1}]}`;
        }
        const groups = segmented.map((segments) => segments[at]!.nodes as TreeElement[]);
        if (groups.every(({ length }) => length === 1))
          return emit(
            groups.map(([only]) => only!),
            name,
            rows,
          );
        const item = `v${variables++}`;
        const items = groups.map((group) => group.map((): unknown[] => []));
        const code = emit(groups.flat(), item, items.flat(), " key={key}");
        groups.forEach((_, row) => rows[row]!.push(items[row]));
        return `{${name}[${rows[0]!.length - 1}].map((${item}, key) => (${code}))}`;
      })
      .join("\n");
  };

  const data: unknown[] = [];
  const content = emitChildren([body], "d", [data]);
  const code = `import { art } from "../art.js";\n\nexport function Page({ d }) {\n  return (<>${content}</>);\n}\n`;
  return { code, data, art };
}
