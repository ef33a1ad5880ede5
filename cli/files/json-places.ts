export interface Place {
  readonly line: number;
  readonly column: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:\n]/g;

/** Where each key of a JSON text stands, by its path joined with dots. The text must be valid. */
export function jsonPlaces(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const parents: string[] = [];
  let key = "";
  let string: { value: string; place: Place } | undefined;
  let line = 1;
  let lineStart = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "\n") {
      line++;
      lineStart = index + 1;
    } else if (token.startsWith('"')) {
      string = {
        value: JSON.parse(token) as string,
        place: { line, column: index - lineStart + 1 },
      };
    } else if (token === ":" && string) {
      key = [...parents, string.value].join(".");
      places.set(key, string.place);
      key = string.value;
      string = undefined;
    } else if (token === "{" || token === "[") {
      if (places.size > 0) parents.push(key);
    } else if (token === "}" || token === "]") parents.pop();
  }
  return places;
}
