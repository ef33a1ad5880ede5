import { parseAst } from "vite";
import { isNode, type Node, walk } from "#scripts/syntax-tree.ts";

/** A change of one expression that tests should notice. */
export interface Mutant {
  /** Path in the repository. */
  readonly file: string;
  /** Offsets in the source of what is replaced. */
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};

const COMMENT = /\/\*[^]*?\*\/|\/\/[^\n]*/g;

/** All mutants of a TypeScript file: of operators, boundaries, conditions and returned values. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const lang = file.endsWith("x") ? "tsx" : "ts";
  const root = parseAst(source, { lang }) as unknown as Node;
  return [...walk(root)].flatMap((node) => {
    const change = changeOf(node, source);
    return change ? [{ file, ...change }] : [];
  });
}

export const applyMutant = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end);

export const lineOf = (source: string, { start }: Mutant): number =>
  source.slice(0, start).split("\n").length;

/**
 * Draws some mutants without repetition. The same seed draws the same ones.
 * @param random returns numbers from 0 to below 1
 */
export function drawMutants(
  mutants: readonly Mutant[],
  count: number,
  random: () => number,
): Mutant[] {
  const rest = [...mutants];
  for (let i = rest.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [rest[i], rest[other]] = [rest[other]!, rest[i]!];
  }
  return rest.slice(0, count);
}

function changeOf(node: Node, source: string): Omit<Mutant, "file"> | undefined {
  const { type, left, right, test, argument } = node;
  if (
    (type === "BinaryExpression" || type === "LogicalExpression") &&
    isNode(left) &&
    isNode(right)
  ) {
    const operator = node["operator"] as string;
    const replacement = OPERATORS[operator];
    // Parentheses and comments may stand between the operands and the operator.
    const between = source
      .slice(endOf(left), right.start)
      .replace(COMMENT, (comment) => " ".repeat(comment.length));
    const offset = between.indexOf(operator);
    if (replacement === undefined || offset < 0) return undefined;
    const start = endOf(left) + offset;
    const end = start + operator.length;
    return { start, end, original: operator, replacement };
  }
  if ((type === "IfStatement" || type === "ConditionalExpression") && isNode(test))
    return replace(test, source, (text) => `!(${text})`);
  if (type === "ReturnStatement" && isNode(argument))
    return replace(argument, source, () => "undefined");
  return undefined;
}

function replace(
  node: Node,
  source: string,
  change: (text: string) => string,
): Omit<Mutant, "file"> {
  const end = endOf(node);
  const original = source.slice(node.start, end);
  return { start: node.start, end, original, replacement: change(original) };
}

const endOf = (node: Node): number => node["end"] as number;
