import { resolveReferences } from "#core/xml/character-references.ts";

/** Maximum number of tags of a name that are read. */
const MAX_TAGS = 2000;
const MAX_ADDRESS = 4096;

/** Text content of XML or HTML, without tags. */
export const textOf = (raw: string): string => resolveReferences(raw.replaceAll(/<[^<>]*>/g, ""));

/** Attributes of a tag, by lowercase name. */
export function attributesOf(tag: string): Record<string, string> {
  // The lookbehind makes names match only from their first letter, which avoids backtracking.
  const found = tag.matchAll(/(?<![\w:-])([\w:-]{1,40})\s*=\s*("[^"]*"|'[^']*')/g);
  return Object.fromEntries(
    Array.from(found, ([, name, value]) => [
      name!.toLowerCase(),
      resolveReferences(value!.slice(1, -1)),
    ]),
  );
}

/**
 * The first start tags with a name and with attributes. Tags cannot contain other tags, so the
 * search is linear.
 */
export function tagsOf(markup: string, name: string, max = MAX_TAGS): readonly string[] {
  const tags: string[] = [];
  for (const [tag] of markup.matchAll(new RegExp(`<${name}\\s[^<>]*>`, "gi")))
    if (tags.push(tag) === max) break;
  return tags;
}

/** Raw content of the first element with a name; null if there is none, or if it has no end tag. */
export function sourceOf(markup: string, name: string): string | null {
  const open = new RegExp(`<${name}(\\s[^<>]*)?>`, "i").exec(markup);
  if (!open) return null;
  const from = open.index + open[0].length;
  const to = markup.indexOf(`</${name}`, from);
  return to < 0 ? null : markup.slice(from, to);
}

/** Text content of the first element with a name; null if there is none. */
export function contentOf(markup: string, name: string): string | null {
  const source = sourceOf(markup, name);
  return source === null ? null : textOf(source);
}

/** Structured data of a page (schema.org), from at most 20 scripts. */
export function linkedDataOf(html: string): unknown[] {
  const found: unknown[] = [];
  const scripts = /<script\s[^<>]*>/gi;
  for (let tag = scripts.exec(html); tag && found.length < 20; tag = scripts.exec(html)) {
    if (!/application\/ld\+json/i.test(tag[0])) continue;
    const from = scripts.lastIndex;
    const end = html.indexOf("</script", from);
    // Later scripts have no end tag either.
    if (end < 0) break;
    scripts.lastIndex = end;
    try {
      found.push(JSON.parse(html.slice(from, end)));
    } catch {
      // Invalid JSON is skipped.
    }
  }
  return found;
}

/** Resolves an HTTP or HTTPS URL; null for other schemes, and above 4096 characters. */
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

/**
 * Parses a duration like `1:02:03`, `62:03`, `3723` or `PT1H2M3S` into seconds; null for anything
 * else.
 */
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
