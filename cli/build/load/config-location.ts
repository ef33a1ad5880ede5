import type { Location } from "#core/errors/errors.ts";

/** Line and column, 1-based. */
type LineColumn = Pick<Location, "line" | "column">;

/** The properties used here of an ESTree node from the bundler's parser. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

function lineColumnOf(text: string, at: number): LineColumn {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** The parser is loaded only when there is an error to locate. */
async function parse(text: string) {
  const { parseSync } = await import("vite");
  return parseSync("toolkit.config.ts", text);
}

/**
 * Location of a value in the configuration.
 * @param path the schema's path; for an unknown key, the path including that key
 * @returns the value's location or that of its nearest parent; undefined if none of the path is
 *   found
 */
export async function locationInConfig(
  text: string,
  path: readonly PropertyKey[],
): Promise<LineColumn | undefined> {
  const { program } = await parse(text);
  const body = program.body as unknown as readonly Node[];
  const written = body.find(({ type }) => type === "ExportDefaultDeclaration");
  if (!written) return undefined;
  let node = valueOf(written["declaration"] as Node, body);
  let offset = node.start;
  for (const part of path) {
    const next = childOf(node, part);
    if (!next) break;
    offset = next.start;
    node = valueOf(next, body);
  }
  return lineColumnOf(text, offset);
}

/**
 * Unwraps an expression: the argument of a call, the value of a variable, the operand of a type
 * assertion.
 */
function valueOf(node: Node, body: readonly Node[]): Node {
  switch (node.type) {
    case "CallExpression": {
      const [argument] = node["arguments"] as readonly Node[];
      return argument ? valueOf(argument, body) : node;
    }
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return valueOf(node["expression"] as Node, body);
    case "Identifier": {
      const declared = body
        .filter(({ type }) => type === "VariableDeclaration")
        .flatMap((each) => each["declarations"] as readonly Node[])
        .find(({ id }) => (id as Node)["name"] === node["name"]);
      return declared?.["init"] ? valueOf(declared["init"] as Node, []) : node;
    }
    default:
      return node;
  }
}

function childOf(node: Node, part: PropertyKey): Node | undefined {
  if (node.type === "ArrayExpression") {
    const elements = node["elements"] as readonly Node[];
    // A preceding spread can expand to any number of items.
    const isCounted = elements.slice(0, Number(part)).every(({ type }) => type !== "SpreadElement");
    return isCounted ? elements[Number(part)] : undefined;
  }
  if (node.type !== "ObjectExpression") return undefined;
  const property = (node["properties"] as readonly Node[]).find((each) => {
    const key = each["key"] as Node | undefined;
    return key?.["name"] === part || key?.["value"] === part;
  });
  return property?.["value"] as Node | undefined;
}

/**
 * Location of a syntax error in a configuration, or of the code that threw.
 * @param error the error thrown while loading
 */
export async function locationOfFailure(
  text: string,
  error: Error,
): Promise<LineColumn | undefined> {
  const [broken] = (await parse(text)).errors;
  const label = broken?.labels[0];
  if (label) return lineColumnOf(text, label.start);
  const [, line, column] =
    /toolkit\.config\.ts(?:\?[^:?)\s]*)?:(\d+):(\d+)/.exec(error.stack ?? "") ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}
