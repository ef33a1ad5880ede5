// What the tests of a file are, by its text: how many the default run makes, and what they prove.
import { parseAst } from "vite";
import { type Node, isNode } from "./syntax-tree.ts";

/** Names of the options with which a test is left to the long run. */
const LONG = "inLongRun";

export interface TestsOfFile {
  /** Number of tests in the default run, as its text tells. */
  readonly count: number;
  /** IDs of requirements in the titles of tests of the default run. */
  readonly ids: ReadonlySet<string>;
  /** The same of tests of the long run alone. */
  readonly longIds: ReadonlySet<string>;
}

/** Reads the tests in the text of a file. */
export function testsIn(text: string, lang: "ts" | "tsx" = "ts"): TestsOfFile {
  const tree = parseAst(text, { lang }) as unknown as Node;
  const lists = listsIn(tree);
  const ids = new Set<string>();
  const longIds = new Set<string>();
  let count = 0;
  const walk = (node: Node, times: number, isLong: boolean): void => {
    const call = testCallOf(node);
    if (!call) {
      for (const child of childrenOf(node)) walk(child, times, isLong);
      return;
    }
    const args = node["arguments"] as readonly Node[];
    const isLeft = isLong || args.slice(1, -1).some(namesLong);
    for (const [id] of titleOf(args[0]).matchAll(/\b[A-Z]{3}-\d+\b/g))
      (isLeft ? longIds : ids).add(id);
    const all = times * (call.cases ? lengthOf(call.cases, lists) : 1);
    if (call.name === "describe") walk(args.at(-1)!, all, isLeft);
    else if (!isLeft) count += all;
  };
  walk(tree, 1, false);
  return { count, ids, longIds };
}

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** `it(…)`, `it.each(cases)(…)`, and the same with `test`, `describe` and `for`. */
function testCallOf(node: Node): { readonly name: string; readonly cases?: Node } | undefined {
  if (node.type !== "CallExpression") return undefined;
  const callee = node["callee"] as Node;
  const name = String(callee["name"]);
  if (/^(it|test|describe)$/.test(name)) return { name };
  const each = callee["callee"] as Node | undefined;
  const object = each?.["object"] as Node | undefined;
  if (callee.type !== "CallExpression" || !object) return undefined;
  if (!/^(it|test|describe)$/.test(String(object["name"]))) return undefined;
  return { name: String(object["name"]), cases: (callee["arguments"] as readonly Node[])[0]! };
}

const namesLong = (node: Node): boolean =>
  (node.type === "Identifier" && node["name"] === LONG) ||
  (node.type === "ObjectExpression" && childrenOf(node).flatMap(childrenOf).some(namesLong));

function titleOf(node: Node | undefined): string {
  if (node?.type === "Literal") return String(node["value"]);
  const parts = (node?.["quasis"] ?? []) as readonly { readonly value: { readonly raw: string } }[];
  return parts.map(({ value }) => value.raw).join(" ");
}

/** Lists that the file declares at its top, by name. */
function listsIn(tree: Node): ReadonlyMap<string, Node> {
  const lists = new Map<string, Node>();
  for (const statement of tree["body"] as readonly Node[])
    for (const { id, init } of (statement["declarations"] ?? []) as readonly Record<string, Node>[])
      if (init) lists.set(String(id!["name"]), init);
  return lists;
}

/** How many cases a list has in the default run; one where the text does not tell. */
function lengthOf(node: Node, lists: ReadonlyMap<string, Node>): number {
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression")
    return lengthOf(node["expression"] as Node, lists);
  if (node.type === "ArrayExpression") return (node["elements"] as readonly Node[]).length;
  if (node.type === "Identifier") {
    const list = lists.get(String(node["name"]));
    return list ? lengthOf(list, new Map()) : 1;
  }
  if (node.type !== "CallExpression") return 1;
  const [first] = node["arguments"] as readonly Node[];
  if ((node["callee"] as Node)["name"] === "sampleOf") return Number(first!["value"]);
  return 1;
}
