import { addToList, listElements } from "../new/config-list.ts";
import type { Move } from "./move-text.ts";

/** A quoted word of TypeScript. */
const literal = (word: string): RegExp =>
  new RegExp(`(["'\`])${word.replace(/[.*+?^$(){}|[\]\\/]/g, "\\$&")}\\1`, "g");

/**
 * The configuration's text after a page has moved: redirects to it lead to its new address, one from
 * the new address goes, one from the old address comes, and the menus' list has the new slug.
 * @returns undefined when the text has no place for the rule: it is computed, or stands in another file
 */
export function moveInConfig(source: string, move: Move): string | undefined {
  const moved = moveTools(source, move);
  const rules = listElements(moved, "redirects");
  let text = moved;
  for (const { start, end } of [...(rules ?? [])].reverse()) {
    const rule = moved.slice(start, end);
    const [from] = /\bfrom\s*:\s*(["'`])(.*?)\1/.exec(rule)?.slice(2) ?? [];
    // A page that comes back to an address answers there itself.
    const now = from === move.to ? undefined : moveTarget(rule, move);
    text = now === undefined ? cut(text, start, end) : text.slice(0, start) + now + text.slice(end);
  }
  const line = `{ from: ${JSON.stringify(move.from)}, to: ${JSON.stringify(move.to)} },`;
  const added = addToList(text, "redirects", line);
  if (added !== undefined) return added;
  // A second field of that name would take the place of the first.
  const isThere = /(?<![\w.$])redirects\s*[:,}]/.test(text);
  return rules === undefined && !isThere
    ? addField(text, `redirects: [${line.slice(0, -1)}],`)
    : undefined;
}

const moveTarget = (rule: string, { from, to }: Move): string =>
  rule.replace(
    /(\bto\s*:\s*)(["'`])([^"'`?#]*)/,
    (all, lead: string, quote: string, path: string) =>
      path.replace(/(.)\/$/, "$1") === from ? lead + quote + to : all,
  );

/** Takes an element out of a list, with its comma and, where it has one to itself, its line. */
function cut(text: string, start: number, end: number): string {
  const after = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
  const line = text.lastIndexOf("\n", start) + 1;
  const alone = text.slice(line, start).trim() === "";
  const rest = /^[ \t]*\r?\n/.exec(text.slice(end + after))?.[0].length ?? 0;
  return alone && rest > 0
    ? text.slice(0, line) + text.slice(end + after + rest)
    : text.slice(0, start) + text.slice(end + after).replace(/^ /, "");
}

function moveTools(source: string, { from, to }: Move): string {
  let text = source;
  for (const { start, end } of [...(listElements(source, "tools") ?? [])].reverse()) {
    const now = text.slice(start, end).replace(literal(from.slice(1)), `$1${to.slice(1)}$1`);
    text = text.slice(0, start) + now + text.slice(end);
  }
  return text;
}

/** Adds a field at the end of the object that the configuration is. */
function addField(source: string, field: string): string | undefined {
  const end = source.lastIndexOf("}");
  if (end < 0 || !/^\}(?:\s*satisfies\s+\w+)?[\s);]*$/.test(source.slice(end))) return undefined;
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const body = source.slice(0, end).trimEnd();
  const fields = body.endsWith(",") ? body.slice(0, -1) : body;
  return `${fields},${newline}  ${field}${source.slice(body.length)}`;
}
