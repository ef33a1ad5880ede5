/** The properties used here of an ESTree node from the bundler's parser. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Fields of `models` in a configuration, as they are written. */
export interface ModelFields {
  readonly baseUrl: string;
  readonly pullThrough: boolean;
  readonly accept: readonly string[];
}

/** The object that a configuration exports by default, behind calls, variables and type assertions. */
function exportedObject(body: readonly Node[]): Node | undefined {
  const exported = body.find(({ type }) => type === "ExportDefaultDeclaration");
  let node = exported?.["declaration"] as Node | undefined;
  for (let depth = 0; node && depth < 8; depth++) {
    if (node.type === "ObjectExpression") return node;
    const inner: unknown =
      node.type === "CallExpression"
        ? (node["arguments"] as readonly Node[])[0]
        : node.type === "Identifier"
          ? body
              .filter(({ type }) => type === "VariableDeclaration")
              .flatMap((each) => each["declarations"] as readonly Node[])
              .find(({ id }) => (id as Node)["name"] === node!["name"])?.["init"]
          : node["expression"];
    node = inner as Node | undefined;
  }
  return undefined;
}

const propertiesOf = (node: Node): readonly Node[] => node["properties"] as readonly Node[];

function nameOf({ key }: Node): unknown {
  const node = key as Node | undefined;
  return node?.["name"] ?? node?.["value"];
}

/** Fields as source text; those that have their default are left out. */
function linesOf({ baseUrl, pullThrough, accept }: ModelFields): string[] {
  return [
    `baseUrl: ${JSON.stringify(baseUrl)}`,
    ...(pullThrough ? ["pullThrough: true"] : []),
    ...(accept.length > 0
      ? [`accept: [${accept.map((id) => JSON.stringify(id)).join(", ")}]`]
      : []),
  ];
}

/** `models: { … }` as it is written where the configuration has none. */
export const modelsProperty = (fields: ModelFields): string =>
  `models: { ${linesOf(fields).join(", ")} }`;

/**
 * Sets the fields of `models` in the source of a configuration. Its other fields stay, and so does
 * everything outside of it; comments in it are dropped.
 * @returns null where it exports no object literal, or spreads others into `models`
 */
export async function withModelFields(code: string, fields: ModelFields): Promise<string | null> {
  const { parseSync } = await import("vite");
  const { program, errors } = parseSync("toolkit.config.ts", code);
  const root = exportedObject(program.body as unknown as readonly Node[]);
  if (errors.length > 0 || !root) return null;
  const models = propertiesOf(root).find((property) => nameOf(property) === "models");
  if (!models) return insertProperty(code, root, modelsProperty(fields));
  const value = models["value"] as Node;
  if (value.type !== "ObjectExpression") return null;
  const properties = propertiesOf(value);
  if (properties.some(({ type }) => type !== "Property")) return null;
  const own = ["baseUrl", "pullThrough", "accept"];
  const others = properties
    .filter((property) => !own.includes(String(nameOf(property))))
    .map(({ start, end }) => code.slice(start, end));
  const text = `{ ${[...linesOf(fields), ...others].join(", ")} }`;
  return code.slice(0, value.start) + text + code.slice(value.end);
}

/** Adds a property at the end of an object. */
function insertProperty(code: string, object: Node, text: string): string {
  const last = propertiesOf(object).at(-1);
  const at = last ? last.end : object.start + 1;
  const after = code.slice(at, object.end);
  const comma = last && !/^\s*,/.test(after) ? "," : "";
  // After the comma that is there already.
  const from = last && comma === "" ? at + after.indexOf(",") + 1 : at;
  const lineStart = code.lastIndexOf("\n", last?.start ?? object.start) + 1;
  const indent = lineStart === 0 ? "" : /^[ \t]*/.exec(code.slice(lineStart))![0];
  return `${code.slice(0, at)}${comma}${code.slice(at, from)}\n${last ? indent : `${indent}  `}${text},${code.slice(from)}`;
}
