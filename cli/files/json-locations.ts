export interface JsonLocation {
  readonly line: number;
  readonly column: number;
}

/**
 * Maximum length in characters of a reported path: the paths of deeply nested text grow
 * quadratically.
 */
const LONGEST_PATH = 1000;

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:\n]/g;

/**
 * Location of each key in a JSON text, by dotted path. The text must be valid; keys whose path is
 * longer
 * than 1,000 characters are omitted.
 */
export const jsonLocations = (text: string): ReadonlyMap<string, JsonLocation> =>
  new Map(jsonKeys(text).map(({ path, position: location }) => [path, location]));

interface Key {
  readonly path: string;
  readonly position: JsonLocation;
}

/** Keys that override an earlier key with the same path. */
export function jsonDuplicates(text: string): (Key & { readonly earlier: JsonLocation })[] {
  const seen = new Map<string, JsonLocation>();
  return jsonKeys(text).flatMap((key) => {
    const earlier = seen.get(key.path);
    seen.set(key.path, key.position);
    return earlier ? [{ ...key, earlier }] : [];
  });
}

function jsonKeys(text: string): Key[] {
  const keys: Key[] = [];
  /** Paths of the enclosing objects and arrays, each with a trailing dot. */
  const parents: string[] = [];
  const parentPath = (): string => parents.at(-1) ?? "";
  let isInside = false;
  let key = "";
  let string: { value: string; location: JsonLocation } | undefined;
  let line = 1;
  let lineStart = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "\n") {
      line++;
      lineStart = index + 1;
    } else if (token.startsWith('"')) {
      string = {
        value: JSON.parse(token) as string,
        location: { line, column: index - lineStart + 1 },
      };
    } else if (token === ":" && string) {
      key = string.value;
      const path = parentPath() + key;
      if (path.length <= LONGEST_PATH) keys.push({ path, position: string.location });
      isInside = true;
      string = undefined;
    } else if (token === "{" || token === "[") {
      if (isInside) parents.push(`${parentPath()}${key}.`);
    } else if (token === "}" || token === "]") parents.pop();
  }
  return keys;
}
