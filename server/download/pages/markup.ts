const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Text with its entities resolved; none of a document's own, which may be bombs. */
const resolved = (raw: string): string =>
  raw.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = Number(name.toLowerCase().replace("#x", "0x").replace("#", ""));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

/** Text of XML or HTML: CDATA as it is, without elements. */
export function textOf(raw: string): string {
  const cdata = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(raw)?.[1];
  return cdata ?? resolved(raw.replaceAll(/<[^<>]*>/g, ""));
}

/** Attributes of a tag, by their names in lower case. */
export function attributesOf(tag: string): Record<string, string> {
  const found = tag.matchAll(/([\w:-]{1,40})\s*=\s*("[^"]*"|'[^']*')/g);
  return Object.fromEntries(
    Array.from(found, ([, name, value]) => [name!.toLowerCase(), resolved(value!.slice(1, -1))]),
  );
}

/** Content of the first element of a name; null where there is none. */
export function contentOf(xml: string, name: string): string | null {
  const open = new RegExp(`<${name}(\\s[^<>]*)?>`, "i").exec(xml);
  if (!open) return null;
  const from = open.index + open[0].length;
  const to = xml.indexOf(`</${name}`, from);
  return to < 0 ? null : textOf(xml.slice(from, to));
}

/** One line of at most 200 characters. */
export const lineOf = (text: string | null | undefined): string =>
  (text ?? "")
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, 200);

/** Seconds of `1:02:03`, `62:03`, `3723` or `PT1H2M3S`; null for anything else. */
export function parseDuration(text: string | null): number | null {
  const trimmed = text?.trim() ?? "";
  const iso =
    /^P(?:0+Y)?(?:0+M)?(?:(\d{1,4})D)?T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8}(?:\.\d+)?)S)?$/.exec(
      trimmed,
    );
  if (iso) {
    const [days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0));
    return ((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!;
  }
  if (!/^\d{1,6}(:\d{1,2}){0,2}(\.\d+)?$/.test(trimmed)) return null;
  return trimmed.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
