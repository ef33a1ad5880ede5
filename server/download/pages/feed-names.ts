import { attributesOf } from "./markup.ts";

/** Prefixes by which elements of a namespace are known here, whatever a feed calls them. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["www.w3.org/2005/atom", ""],
  ["purl.org/rss/1.0", ""],
  ["purl.org/dc/elements/1.1", "dc:"],
  ["search.yahoo.com/mrss", "media:"],
  ["www.itunes.com/dtds/podcast-1.0.dtd", "itunes:"],
  ["www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf:"],
]);
/** Prefixes that a feed may declare. */
const MAX_NAMES = 200;

/** Names of elements in lower case, with the usual prefixes. */
export function createFeedNames() {
  const declared = new Map<string, string>();
  return {
    /** Takes in the namespaces that a start tag declares. */
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
