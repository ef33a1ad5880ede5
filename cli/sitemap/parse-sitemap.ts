import { createXmlScanner, readAttributes } from "#core/xml/scan-xml.ts";
import { type SitemapEntry, normalizeUrl } from "./entry.ts";

export interface SitemapEvents {
  entry(entry: SitemapEntry): void;
  /** Address of a sitemap in an index, as written. */
  child(loc: string): void;
}

export interface SitemapParser {
  /** @throws XmlFault */
  readonly write: (chunk: string) => void;
  /** @throws XmlFault */
  readonly end: () => void;
}

/** Maximum length of an address in characters; the protocol allows 2,048. */
const MAX_LOC = 8192;
const MAX_ALTERNATES = 1000;

/** The common form of an alternate. */
const ALTERNATE = /^\s+rel="alternate"\s+hreflang="([A-Za-z0-9-]{1,40})"\s+href="([^"&\s]*)"$/;

/**
 * The common form of an entry: without prefixes, references and comments. It matches only addresses
 * that `normalizeUrl` leaves unchanged.
 */
const ENTRY =
  /<url>\s*<loc>(https?:\/\/[a-z0-9.-]+\/[\w./~!$'()*+,;:@=-]*)<\/loc>\s*(?:<lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>\s*)?((?:<xhtml:link rel="alternate" hreflang="[A-Za-z0-9-]{1,40}" href="https?:\/\/[a-z0-9.-]+\/[\w./~!$'()*+,;:@=-]*" ?\/>\s*)*)<\/url>/y;

const prefixOf = (name: string): string => name.slice(0, name.indexOf(":") + 1);

/** Creates a strict parser for one sitemap or one sitemap index. */
export function createSitemapParser(events: SitemapEvents): SitemapParser {
  let depth = 0;
  let prefix = "";
  let kind: "url" | "sitemap" = "url";
  /** Whether the element of depth 2 is an entry. */
  let inEntry = false;
  let loc: string | undefined;
  let lastmod = "";
  let alternates: string[] = [];
  /** Field whose text is being collected. */
  let field: "loc" | "lastmod" | undefined;
  let text = "";

  function whole(source: string, start: number, above: number): number | undefined {
    if (above !== 1 || kind !== "url" || prefix !== "") return undefined;
    ENTRY.lastIndex = start;
    const found = ENTRY.exec(source);
    if (!found || found[1]!.length > MAX_LOC || found[0].includes("/.")) return undefined;
    // Split at quotes, every fourth part from the third on is a language, followed two parts later
    // by its address.
    const parts = found[3]!.split('"');
    const list: string[] = [];
    for (let at = 3; at + 2 < parts.length; at += 6) list.push(`${parts[at]!} ${parts[at + 2]!}`);
    if (list.length > MAX_ALTERNATES) return undefined;
    list.sort();
    events.entry({
      loc: found[1]!,
      lastmod: found[2] ?? "",
      alternates: list.filter((each, at) => each !== list[at - 1]),
    });
    return ENTRY.lastIndex;
  }

  const scanner = createXmlScanner({
    whole,
    open(name, attributes) {
      depth++;
      if (depth === 1) openRoot(name);
      else if (depth === 2) {
        inEntry = name === prefix + kind;
        [loc, lastmod, alternates] = [undefined, "", []];
      } else if (depth === 3 && inEntry) {
        field =
          name === `${prefix}loc` ? "loc" : name === `${prefix}lastmod` ? "lastmod" : undefined;
        text = "";
        if (name.endsWith(":link") && prefixOf(name) !== prefix) addAlternate(attributes);
      } else if (field) throw scanner.fault(`<${name}> inside of <${field}>`);
    },
    text(chunk) {
      if (!field) return;
      text += chunk;
      if (text.length > MAX_LOC)
        throw scanner.fault(`<${field}> of more than ${MAX_LOC} characters`);
    },
    close() {
      if (depth === 3) closeField();
      else if (depth === 2 && inEntry) closeEntry();
      depth--;
    },
  });

  function openRoot(name: string): void {
    prefix = prefixOf(name);
    const local = name.slice(prefix.length);
    if (local !== "urlset" && local !== "sitemapindex")
      throw scanner.fault(`<${name}> is neither a <urlset> nor a <sitemapindex>`);
    kind = local === "urlset" ? "url" : "sitemap";
  }

  function addAlternate(raw: string): void {
    const plain = ALTERNATE.exec(raw);
    const { rel, hreflang, href } = plain
      ? { rel: "alternate", hreflang: plain[1], href: plain[2] }
      : readAttributes(raw, scanner.fault);
    if (rel !== "alternate" || hreflang === undefined) return;
    const url = normalizeUrl(href ?? "");
    if (url === undefined) throw scanner.fault(`the alternate ${show(href)} is no address`);
    if (!plain && !/^[A-Za-z0-9-]{1,40}$/.test(hreflang))
      throw scanner.fault(`the alternate's language ${show(hreflang)} is no language`);
    if (alternates.push(`${hreflang} ${url}`) > MAX_ALTERNATES)
      throw scanner.fault(`more than ${MAX_ALTERNATES} alternates`);
  }

  function closeField(): void {
    if (field === "lastmod") {
      lastmod = text.trim();
      if (!/^\d{4}(-\d\d(-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?)?)?$/.test(lastmod))
        throw scanner.fault(`<lastmod> ${show(lastmod)} is no date`);
    } else if (field === "loc") {
      if (loc !== undefined) throw scanner.fault("a second <loc>");
      loc = text.trim();
    }
    field = undefined;
  }

  function closeEntry(): void {
    if (!loc) throw scanner.fault(`a <${kind}> without <loc>`);
    if (kind === "sitemap") return events.child(loc);
    const url = normalizeUrl(loc);
    if (url === undefined) throw scanner.fault(`${show(loc)} is no address`);
    events.entry({ loc: url, lastmod, alternates: [...new Set(alternates)].sort() });
  }

  return { write: scanner.write, end: scanner.end };
}

const show = (text = ""): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
