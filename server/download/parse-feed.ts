import { mediaTypeOf } from "./media-type.ts";

export interface Enclosure {
  readonly url: string;
  readonly type: string;
  readonly size: number | null;
}
export interface Episode {
  readonly title: string;
  /** Seconds. */
  readonly duration: number | null;
  readonly enclosures: readonly Enclosure[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
/** Text of XML: CDATA as it is, entities resolved; none of one's own, which may be bombs. */
function textOf(raw: string): string {
  const cdata = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(raw)?.[1];
  if (cdata !== undefined) return cdata;
  return raw
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
      if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
      const code = Number(name.toLowerCase().replace("#x", "0x").replace("#", ""));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    });
}

function attributesOf(tag: string): Record<string, string> {
  const found = tag.matchAll(/([\w:-]{1,40})\s*=\s*("[^"]*"|'[^']*')/g);
  return Object.fromEntries(
    Array.from(found, ([, name, value]) => [name!.toLowerCase(), textOf(value!.slice(1, -1))]),
  );
}

/** Content of the first element of a name. */
function contentOf(xml: string, name: string): string | null {
  const open = new RegExp(`<${name}(\\s[^<>]*)?>`, "i").exec(xml);
  if (!open) return null;
  const from = open.index + open[0].length;
  const to = xml.indexOf(`</${name}`, from);
  return to < 0 ? null : textOf(xml.slice(from, to));
}

/** Seconds of `1:02:03`, `62:03` or `3723`. */
export function parseDuration(text: string | null): number | null {
  const trimmed = text?.trim() ?? "";
  if (!/^\d{1,6}(:\d{1,2}){0,2}(\.\d+)?$/.test(trimmed)) return null;
  return trimmed.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

function enclosureOf(tag: string, base: URL): Enclosure | null {
  const all = attributesOf(tag);
  const url = URL.parse(all["url"] ?? all["href"] ?? "", base.href);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const type = mediaTypeOf(all["type"], url.pathname);
  if (type === null) return null;
  const size = Number(all["length"] ?? all["filesize"]);
  return { url: url.href, type, size: Number.isSafeInteger(size) && size > 0 ? size : null };
}

// No tag reaches into another one: reading takes time in proportion to the length.
const ENCLOSURES = /<(?:enclosure|media:content|link)\s[^<>]*>/gi;
const isEnclosure = (tag: string): boolean =>
  !/^<link/i.test(tag) || attributesOf(tag)["rel"] === "enclosure";
/** Episodes that are looked at. */
const EPISODES = 100;

/** The newest episode of a podcast's feed (RSS or Atom) that has media; null when there is none. */
export function parseFeed(xml: string, base: URL): Episode | null {
  if (!/<(rss|feed|rdf:RDF)[\s>]/i.test(xml.slice(0, 4000))) return null;
  const name = /<item[\s>]/i.test(xml) ? "item" : "entry";
  const first = xml.search(new RegExp(`<${name}[\\s>]`, "i"));
  if (first < 0) return null;
  const show = contentOf(xml.slice(0, first), "title");
  // Parted by their beginnings: what a broken one lacks is its own loss.
  const items = xml.slice(first).split(new RegExp(`<${name}(?=[\\s>])`, "i"));
  for (const item of items.slice(0, EPISODES + 1)) {
    const tags = Array.from(item.matchAll(ENCLOSURES), ([tag]) => tag).slice(0, 50);
    const found = tags.filter(isEnclosure).map((tag) => enclosureOf(tag, base));
    const enclosures = found.filter((each) => each !== null);
    const unique = new Map(enclosures.map((each) => [each.url, each]));
    if (unique.size === 0) continue;
    const title = [show, contentOf(item, "title")].filter((part) => part !== null).join(" – ");
    return {
      title: title.replaceAll(/\s+/g, " ").trim().slice(0, 200),
      duration: parseDuration(contentOf(item, "itunes:duration")),
      enclosures: [...unique.values()].slice(0, 10),
    };
  }
  return null;
}
