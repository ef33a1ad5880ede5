/** Words and forms that the core schema does not read as texts, or that have a meaning of their own. */
const SPECIAL_START = /^[\s!&*|>%@`"'#,[\]{}?:-]/;
const NOT_TEXT = /^(~|null|true|false|[-+.\d][\w.+:-]*)$/i;
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const KEY = /^([A-Za-z_][\w-]*):(?: +((?:\S.*)?))?$/;

type Scalar = string | number;

/** Thrown for everything that is not plain; never leaves this module. */
const NOT_PLAIN = Symbol();

function scalar(source: string): Scalar {
  const text = source.trimEnd();
  if (text.startsWith('"')) {
    // What JSON reads, YAML reads alike; the other way round is left to the parser.
    if (!/^"(?:[^"\\\t]|\\["\\/bfnrt])*"$/.test(text)) throw NOT_PLAIN;
    return text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1);
  }
  if (text.startsWith("'")) {
    if (!/^'(?:[^'\t]|'')*'$/.test(text)) throw NOT_PLAIN;
    return text.slice(1, -1).replaceAll("''", "'");
  }
  if (text === "" || SPECIAL_START.test(text) || /: |\s#|:$|\t/.test(text)) throw NOT_PLAIN;
  if (!NOT_TEXT.test(text)) return text;
  if (DATE.test(text)) return text;
  if (NUMBER.test(text)) return Number(text);
  throw NOT_PLAIN;
}

const QUOTED_LIST = /^\["(?:[^"\\\t]|\\["\\/bfnrt])*"(?:, "(?:[^"\\\t]|\\["\\/bfnrt])*")*\]$/;

/** `[a, b]` or `{ a: 1 }` of plain scalars, or a list of texts that are all in double quotes. */
function flow(text: string): Scalar[] | Record<string, Scalar> {
  if (QUOTED_LIST.test(text)) return JSON.parse(text) as string[];
  const inner = text.slice(1, -1).trim();
  const parts = inner === "" ? [] : inner.split(/, */);
  if (/["'[\]{}]/.test(inner)) throw NOT_PLAIN;
  if (text.startsWith("[")) return parts.map(scalar);
  const result: Record<string, Scalar> = {};
  for (const part of parts) {
    const [, key, value] = KEY.exec(part) ?? [];
    if (key === undefined || value === undefined || Object.hasOwn(result, key)) throw NOT_PLAIN;
    result[key] = scalar(value);
  }
  return result;
}

const valueOf = (text: string): unknown =>
  /^(\[.*\]|\{.*\})\s*$/.test(text) ? flow(text.trimEnd()) : scalar(text);

/** Reads lines at one indentation: `key: value` pairs, whose values may be lists below them. */
function mapping(
  lines: readonly string[],
  start: number,
  indent: string,
): [Record<string, unknown>, number] {
  const result: Record<string, unknown> = {};
  let at = start;
  while (at < lines.length) {
    const line = lines[at]!;
    if (!line.startsWith(indent)) break;
    const rest = line.slice(indent.length);
    if (rest.startsWith(" ") || rest.startsWith("- ")) break;
    const [, key, value] = KEY.exec(rest) ?? [];
    if (key === undefined || key === "__proto__" || Object.hasOwn(result, key)) throw NOT_PLAIN;
    at++;
    if (value !== undefined && value !== "") result[key] = valueOf(value);
    else if (isBelow(lines[at], indent)) [result[key], at] = mapping(lines, at, `${indent}  `);
    else [result[key], at] = list(lines, at, indent);
  }
  return [result, at];
}

/** Whether a line starts a mapping that is the value of the key above. */
const isBelow = (line: string | undefined, indent: string): boolean =>
  line?.startsWith(`${indent}  `) === true && KEY.test(line.slice(indent.length + 2));

/** Reads a list of scalars or of flat mappings, at the indentation of its key or two deeper. */
function list(lines: readonly string[], start: number, parent: string): [unknown[], number] {
  const indent = lines[start]?.startsWith(`${parent}- `) ? parent : `${parent}  `;
  const mark = `${indent}- `;
  const result: unknown[] = [];
  let at = start;
  while (lines[at]?.startsWith(mark)) {
    const rest = lines[at]!.slice(mark.length);
    if (KEY.test(rest) && !/^["'[{]/.test(rest)) {
      const item = [`${indent}  ${rest}`];
      at++;
      for (; lines[at]?.startsWith(`${indent}  `) && !lines[at]!.startsWith(mark); at++)
        item.push(lines[at]!);
      const [value, read] = mapping(item, 0, `${indent}  `);
      if (read !== item.length) throw NOT_PLAIN;
      result.push(value);
    } else {
      result.push(valueOf(rest));
      at++;
    }
  }
  if (result.length === 0) throw NOT_PLAIN;
  return [result, at];
}

/**
 * Reads the YAML that front matter nearly always is: pairs and lists of texts and numbers, a line
 * each. It costs a quarter of what a parser for all of YAML does.
 * @returns undefined for everything else, and for all that is wrong: a full parser has to look
 */
export function parsePlainYaml(source: string): Record<string, unknown> | undefined {
  const lines = source.split("\n");
  while (lines.at(-1) === "") lines.pop();
  try {
    const [result, read] = mapping(lines, 0, "");
    return read === lines.length ? result : undefined;
  } catch (error) {
    if (error === NOT_PLAIN) return undefined;
    throw error;
  }
}
