/** Decoded values of a pattern's placeholders and splat, by name. */
export type Captures = Readonly<Record<string, string>>;

export interface PathPattern {
  /** The decoded pattern, such as `/old/*`. */
  readonly text: string;
  /** Names available to `fill`: the placeholders, and "splat" if there is a `*`. */
  readonly names: readonly string[];
  readonly match: (path: string) => Captures | undefined;
}

const PLACEHOLDER = /:([A-Za-z]\w*)/g;
const TOKEN = /\*|:[A-Za-z]\w*/g;
const NO_CAPTURES: Captures = {};

/**
 * A path of `_headers` or `_redirects`: `*` matches anything and is captured as "splat", `:name`
 * matches one segment. It matches the whole decoded path including a final slash, so that hosts
 * behave like the preview whether or not they ignore the slash.
 */
export function compilePattern(text: string): PathPattern | { readonly problem: string } {
  if (/^https?:\/\//i.test(text)) return { text, names: namesOf(text), match: () => undefined };
  if (!text.startsWith("/")) return { problem: `the path must start with "/": ${text}` };
  const source = decode(text);
  if (source === undefined) return { problem: `the path has a broken % escape: ${text}` };
  const names = namesOf(source);
  if (names.filter((name) => name === "splat").length > 1)
    return { problem: `the path may have one "*": ${text}` };
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) return { problem: `":${repeated}" stands twice in ${text}` };
  if (names.length === 0) {
    return { text: source, names, match: (path) => (path === source ? NO_CAPTURES : undefined) };
  }
  const expression = new RegExp(`^${toRegExp(source)}$`, "su");
  return {
    text: source,
    names,
    match(path) {
      const found = expression.exec(path);
      return found === null ? undefined : { ...found.groups };
    },
  };
}

/** Replaces each `:name` with its captured value; names without one stay. */
export function fill(template: string, captures: Captures): string {
  return template.replace(PLACEHOLDER, (token, name: string) => {
    const value = captures[name];
    return value === undefined ? token : value.split("/").map(encodeURIComponent).join("/");
  });
}

/** Placeholders that are whole segments of a template. */
export function placeholderNames(template: string): string[] {
  return [...template.matchAll(/\/:([A-Za-z]\w*)/g)].map((found) => found[1] ?? "");
}

function namesOf(source: string): string[] {
  return [...source.matchAll(TOKEN)].map(([token]) => (token === "*" ? "splat" : token.slice(1)));
}

/**
 * Source of a regular expression without anchors, with a named group for each placeholder.
 * @param quote of a literal part
 */
export function toRegExp(
  pattern: string,
  quote: (literal: string) => string = (text) => text,
): string {
  let out = "";
  let from = 0;
  for (const { 0: token, index } of pattern.matchAll(TOKEN)) {
    out += escape(quote(pattern.slice(from, index)));
    out += token === "*" ? "(?<splat>.*)" : `(?<${token.slice(1)}>[^/]+)`;
    from = index + token.length;
  }
  return out + escape(quote(pattern.slice(from)));
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function decode(text: string): string | undefined {
  try {
    return decodeURI(text);
  } catch {
    return undefined;
  }
}
