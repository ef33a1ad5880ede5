import { attributesOf } from "#core/xml/scan-markup.ts";

/** Canonical prefixes of namespaces, independent of the prefixes in a feed. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["www.w3.org/2005/atom", ""],
  ["purl.org/rss/1.0", ""],
  ["purl.org/dc/elements/1.1", "dc:"],
  ["search.yahoo.com/mrss", "media:"],
  ["www.itunes.com/dtds/podcast-1.0.dtd", "itunes:"],
  ["www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf:"],
]);
/** Maximum number of prefixes that a feed may declare. */
const MAX_NAMES = 200;

/** Normalizes element names: lowercase, with canonical prefixes. */
export function createFeedNames() {
  const declared = new Map<string, string>();
  return {
    /** Registers the namespaces declared in a start tag. */
    declare(tag: string): void {
      if (!tag.includes("xmlns:")) return;
      for (const [name, value] of Object.entries(attributesOf(tag))) {
        const address = value.trim().toLowerCase();
        const prefix = PREFIXES.get(address.replace(/^https?:\/\//, "").replace(/\/$/, ""));
        if (name.startsWith("xmlns:") && prefix !== undefined && declared.size < MAX_NAMES)
          declared.set(name.slice("xmlns:".length), prefix);
      }
    },
    nameOf(written: string): string {
      const name = written.toLowerCase();
      const colon = name.indexOf(":");
      const prefix = declared.get(name.slice(0, Math.max(0, colon)));
      return prefix === undefined ? name : prefix + name.slice(colon + 1);
    },
  };
}
