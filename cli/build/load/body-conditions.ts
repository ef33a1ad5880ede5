import type { TextFacts } from "#core/facts/text-facts.ts";

const MARK = /\{\{([#^/]?)([A-Za-z][\w.]{0,40}|label:[\w-]{1,40}:[\w.-]{1,80})\}\}/g;

interface Mark {
  readonly kind: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const marksIn = (text: string): Mark[] =>
  Array.from(text.matchAll(MARK), ({ 0: { length }, 1: kind, 2: name, index }) => ({
    kind: kind!,
    name: name!,
    start: index,
    end: index + length,
  }));

/** Names of values, labels and conditions in a text, each once. */
export function factsIn(text: string): string[] {
  return [...new Set(marksIn(text).map(({ kind, name }) => (kind === "/" ? "#" : kind) + name))];
}

/** Pairs the start of each condition with its end; both are indices of marks. */
function pairsIn(marks: readonly Mark[]): Map<number, number> {
  const open: number[] = [];
  const pairs = new Map<number, number>();
  marks.forEach(({ kind, name }, at) => {
    if (kind === "#" || kind === "^") open.push(at);
    if (kind !== "/") return;
    if (marks[open.at(-1) ?? -1]?.name === name) pairs.set(open.pop()!, at);
  });
  return pairs;
}

/**
 * Fills in a text: `{{name}}` is a value, `{{label:panel-kit:more}}` what the interface calls it, `{{#name}}…{{/name}}` stands where a condition holds, and
 * `{{^name}}…{{/name}}` where it does not. Marks without their counterpart and unknown values stay
 * as they are.
 */
export function resolveConditions(text: string, facts: TextFacts): string {
  if (!text.includes("{{")) return text;
  const marks = marksIn(text);
  const pairs = pairsIn(marks);
  const ends = new Set(pairs.values());
  let resolved = "";
  let at = 0;
  for (let index = 0; index < marks.length; index++) {
    const { kind, name, start, end } = marks[index]!;
    const last = pairs.get(index);
    if (kind === "") {
      const value = Object.hasOwn(facts.values, name) ? facts.values[name] : undefined;
      resolved += text.slice(at, start) + (value ?? text.slice(start, end));
      at = end;
    } else if (last !== undefined) {
      resolved += text.slice(at, start);
      at = end;
      if (facts.holds.includes(name) === (kind === "#")) continue;
      index = last;
      at = marks[last]!.end;
      // One of the spaces around it, or the line that it fills.
      const next = text[at];
      const before = resolved.at(-1) ?? "\n";
      if ((next === " " && /\s/.test(before)) || (next === "\n" && before === "\n")) at++;
    } else if (ends.has(index)) {
      resolved += text.slice(at, start);
      at = end;
    }
  }
  return resolved + text.slice(at);
}

/**
 * Fills in all texts of a value, such as the steps of a page. An item of a list is left out when a
 * condition leaves nothing of one of its texts, such as the answer of a question.
 */
export function resolveTexts<Value>(value: Value, facts: TextFacts): Value {
  if (!hasMarks(value)) return value;
  if (typeof value === "string") return resolveConditions(value, facts).trim() as Value;
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => {
      const resolved = resolveTexts(item, facts);
      return isEmptied(item, resolved) ? [] : [resolved];
    }) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolveTexts(item, facts)]),
  ) as Value;
}

/** Most texts of a site have no mark, and are returned as they are. */
const hasMarks = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("{{")
    : typeof value === "object" && value !== null && Object.values(value).some(hasMarks);

const isEmptied = (item: unknown, resolved: unknown): boolean =>
  typeof resolved === "object" && resolved !== null
    ? Object.entries(resolved).some(
        ([key, text]) => text === "" && (item as Record<string, unknown>)[key] !== "",
      )
    : resolved === "" && item !== "";
