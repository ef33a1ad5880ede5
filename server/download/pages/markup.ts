import { resolveReferences } from "#core/xml/character-references.ts";

/** Tags of a name that are looked at. */
const MAX_TAGS = 2000;
/** Characters of an address at most. */
const MAX_ADDRESS = 4096;

/** Text of XML or HTML, without elements. */
export const textOf = (raw: string): string => resolveReferences(raw.replaceAll(/<[^<>]*>/g, ""));

/** Attributes of a tag, by their names in lower case. */
export function attributesOf(tag: string): Record<string, string> {
  // A name is tried from its first letter only.
  const found = tag.matchAll(/(?<![\w:-])([\w:-]{1,40})\s*=\s*("[^"]*"|'[^']*')/g);
  return Object.fromEntries(
    Array.from(found, ([, name, value]) => [
      name!.toLowerCase(),
      resolveReferences(value!.slice(1, -1)),
    ]),
  );
}

/**
 * The first start tags of a name that have attributes. No tag reaches into another one, which makes this
 * linear.
 */
export function tagsOf(markup: string, name: string, max = MAX_TAGS): readonly string[] {
  const tags: string[] = [];
  for (const [tag] of markup.matchAll(new RegExp(`<${name}\\s[^<>]*>`, "gi")))
    if (tags.push(tag) === max) break;
  return tags;
}

/** Content of the first element of a name as it is written; null where there is none, or it has no end. */
export function sourceOf(markup: string, name: string): string | null {
  const open = new RegExp(`<${name}(\\s[^<>]*)?>`, "i").exec(markup);
  if (!open) return null;
  const from = open.index + open[0].length;
  const to = markup.indexOf(`</${name}`, from);
  return to < 0 ? null : markup.slice(from, to);
}

/** Text of the first element of a name; null where there is none. */
export function contentOf(markup: string, name: string): string | null {
  const source = sourceOf(markup, name);
  return source === null ? null : textOf(source);
}

/** What a page says of itself for search engines (schema.org), of at most 20 scripts. */
export function linkedDataOf(html: string): unknown[] {
  const found: unknown[] = [];
  const scripts = /<script\s[^<>]*>/gi;
  for (let tag = scripts.exec(html); tag && found.length < 20; tag = scripts.exec(html)) {
    if (!/application\/ld\+json/i.test(tag[0])) continue;
    const from = scripts.lastIndex;
    const end = html.indexOf("</script", from);
    // No later script has an end either.
    if (end < 0) break;
    scripts.lastIndex = end;
    try {
      found.push(JSON.parse(html.slice(from, end)));
    } catch {
      // It is not for us.
    }
  }
  return found;
}

/** An address of http or https, resolved; null for any other, and for one of more than 4096 characters. */
export function addressOf(address: string | null | undefined, base: URL): string | null {
  if (address == null || address.length > MAX_ADDRESS) return null;
  const url = URL.parse(address, base.href);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_ADDRESS ? url.href : null;
}

/** One line of at most 200 characters. */
export const lineOf = (text: string | null | undefined): string =>
  (text ?? "")
    .slice(0, 4000)
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
