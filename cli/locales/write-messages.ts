import type { MessageTree } from "#core/page/render.ts";
import { splitPlural } from "../check/messages/messages-forms.ts";

type Tree = { [key: string]: string | Tree };

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/**
 * Sets texts of a message file. Existing keys keep their order; a new key follows its predecessor
 * in English.
 * @param text the current file; undefined for a new one
 * @param changes texts by dotted key
 */
export function writeMessages(
  text: string | undefined,
  source: MessageTree,
  changes: ReadonlyMap<string, string>,
): string {
  const tree = JSON.parse(text ?? "{}") as Tree;
  for (const [key, value] of changes) setText(tree, source, key.split("."), value);
  const indent = /^\{\s*\n([ \t]+)/.exec(text ?? "")?.[1] ?? "  ";
  return `${JSON.stringify(tree, null, indent)}\n`;
}

function setText(
  tree: Tree,
  source: MessageTree | undefined,
  [key, ...rest]: readonly string[],
  value: string,
): void {
  if (!Object.hasOwn(tree, key!)) insertKey(tree, Object.keys(source ?? {}), key!);
  if (rest.length === 0) tree[key!] = value;
  else {
    const below = tree[key!];
    const next: Tree = isTree(below) ? below : (tree[key!] = {});
    const english = source?.[key!];
    setText(next, isTree(english) ? (english as MessageTree) : undefined, rest, value);
  }
}

/**
 * Position of a key in the English file; a plural form that English lacks is at its other forms.
 */
function rankOf(order: readonly string[], key: string): number {
  const at = order.indexOf(key);
  if (at >= 0) return at;
  const { base } = splitPlural(key) ?? {};
  return base === undefined ? -1 : order.indexOf(`${base}_other`) - 0.5;
}

/** Inserts a key after the last existing one that precedes it in English. */
function insertKey(tree: Tree, order: readonly string[], key: string): void {
  const rank = rankOf(order, key);
  const keys = Object.keys(tree);
  const after = keys.findLastIndex((each) => rankOf(order, each) <= rank);
  for (const each of keys.slice(after + 1)) {
    const value = tree[each]!;
    delete tree[each];
    if (each === keys[after + 1]) tree[key] = {};
    tree[each] = value;
  }
  tree[key] ??= {};
}
