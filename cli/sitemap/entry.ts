/** An entry of a sitemap. */
export interface SitemapEntry {
  readonly loc: string;
  /** As written in the sitemap; `""` if absent. */
  readonly lastmod: string;
  /** Alternates as `hreflang address`, sorted. */
  readonly alternates: readonly string[];
}

const PLAIN = /^https?:\/\/[a-z0-9.-]+\/[\w./~!$'()*+,;:@&=?-]*$/;

/** Normalizes an address for comparison; undefined if it is not an HTTP address. */
export function normalizeUrl(text: string): string | undefined {
  if (PLAIN.test(text) && !text.includes("/.")) return text;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return undefined;
  url.hash = "";
  return url.href.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** Whether two dates are the same moment, regardless of their format. */
export const isSameTime = (a: string, b: string): boolean =>
  a === b || (a !== "" && b !== "" && Date.parse(a) === Date.parse(b));

/**
 * An entry as one line of text, joined so that it shares no memory with the file it was cut from.
 * The address comes first, followed by a tab.
 */
export const toLine = ({ loc, lastmod, alternates }: SitemapEntry): string =>
  [loc, lastmod, ...(alternates.length > 0 ? alternates : [""])].join("\t");

export function fromLine(line: string): SitemapEntry {
  const [loc, lastmod, ...alternates] = line.split("\t");
  return {
    loc: loc!,
    lastmod: lastmod!,
    alternates: alternates[0] === "" ? [] : alternates,
  };
}
