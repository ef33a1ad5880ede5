import { resolveReferences } from "#core/xml/character-references.ts";
import { attributesOf, scanMarkup } from "#core/xml/scan-markup.ts";

/** Attributes of a tag, by lowercase name. */
type Tag = Readonly<Record<string, string>>;

/** Elements whose content contains no tags. */
const RAW_ELEMENTS = new Set(["script", "style", "textarea", "title", "iframe", "xmp"]);

/** Maximum number of tags that are read of each name. */
const MAX_TAGS = 2000;
const MAX_ADDRESS = 4096;

/** Text content of XML or HTML, without tags. */
export const textOf = (raw: string): string => resolveReferences(raw.replaceAll(/<[^<>]*>/g, ""));

/**
 * Attributes of the first start tags with given lowercase names, in document order. Tags in scripts
 * and comments are ignored. Runs in linear time.
 */
export function tagsOf(html: string, names: readonly string[]): ReadonlyMap<string, Tag[]> {
  const found = new Map(names.map((name): [string, Tag[]] => [name, []]));
  for (const part of scanMarkup(html, { rawHtmlElements: RAW_ELEMENTS })) {
    if (part.kind !== "open") continue;
    const tags = found.get(part.name.toLowerCase());
    if (tags && tags.length < MAX_TAGS) tags.push(attributesOf(part.tag));
  }
  return found;
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
