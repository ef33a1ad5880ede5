/** A start tag of a page: name and attributes, entities resolved. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Raw text up to the end tag, for script, style and title. */
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
export const unescape = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (all, hex: string, digits: string, name: string) =>
      hex || digits
        ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits))
        : (ENTITIES[name] ?? all),
  );

const TAG =
  /<!--[^]*?-->|<([a-z][a-z0-9-]*)((?:\s+[^\s=>/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;

/** Start tags in order. Text inside script and style is not looked into. */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  TAG.lastIndex = 0;
  for (let match = TAG.exec(html); match; match = TAG.exec(html)) {
    if (match[1] === undefined) continue;
    const name = match[1].toLowerCase();
    const attributes: Record<string, string> = {};
    for (const [, key, double, single, bare] of match[2]!.matchAll(ATTRIBUTE))
      attributes[key!.toLowerCase()] = unescape(double ?? single ?? bare ?? "");
    let text = "";
    if (name === "script" || name === "style" || name === "title") {
      const end = html.indexOf(`</${name}`, TAG.lastIndex);
      text = html.slice(TAG.lastIndex, end);
      TAG.lastIndex = end;
    }
    tags.push({ name, attributes, text });
  }
  return tags;
}
