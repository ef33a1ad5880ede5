import { type Tag, tagsOf } from "./tags.ts";

/** Origin that the site's absolute addresses have, whatever host it is tested on. */
export const ORIGIN = "https://fermata.example";

export interface Alternate {
  readonly hreflang: string;
  readonly href: string;
}
export interface Document {
  readonly ids: readonly string[];
  readonly lang: string;
  readonly dir: string;
  readonly title: string;
  readonly description: string;
  readonly canonical: string | undefined;
  readonly indexable: boolean;
  readonly alternates: readonly Alternate[];
  readonly meta: Readonly<Record<string, string>>;
  readonly jsonLd: readonly Record<string, unknown>[];
}
export interface Resource {
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly location: string | null;
  readonly headers: Headers;
  readonly body: string;
  readonly document: Document | undefined;
  /** Addresses that it names, with their hash. */
  readonly targets: readonly string[];
}

const attribute = (tags: readonly Tag[], name: string, key: string, value: string): Tag[] =>
  tags.filter((tag) => tag.name === name && tag.attributes[key] === value);

function readDocument(tags: readonly Tag[]): Document {
  const html = tags.find(({ name }) => name === "html")!.attributes;
  const meta: Record<string, string> = {};
  for (const { name, attributes } of tags)
    if (name === "meta")
      meta[attributes["name"] ?? attributes["property"] ?? ""] ??= attributes["content"] ?? "";
  return {
    ids: tags.flatMap(({ attributes }) => attributes["id"] ?? []),
    lang: html["lang"] ?? "",
    dir: html["dir"] ?? "",
    title: tags.find(({ name }) => name === "title")?.text ?? "",
    description: meta["description"] ?? "",
    canonical: attribute(tags, "link", "rel", "canonical")[0]?.attributes["href"],
    indexable: !(meta["robots"] ?? "").includes("noindex"),
    alternates: attribute(tags, "link", "rel", "alternate").map(({ attributes }) => ({
      hreflang: attributes["hreflang"]!,
      href: attributes["href"]!,
    })),
    meta,
    jsonLd: attribute(tags, "script", "type", "application/ld+json").flatMap(
      ({ text }) => (JSON.parse(text) as { "@graph": Record<string, unknown>[] })["@graph"],
    ),
  };
}

/** Addresses in structured data, wherever they stand. */
function urlsIn(value: unknown): string[] {
  if (typeof value === "string") return value.startsWith(ORIGIN) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(urlsIn) : [];
}

function targetsOf(
  type: string,
  body: string,
  tags: readonly Tag[],
  document: Document | undefined,
): string[] {
  if (document) {
    const linked = tags.flatMap(
      ({ name, attributes: { href, src, poster, action, srcset, rel } }) =>
        [
          name === "link" && rel === "alternate" ? undefined : href,
          src,
          poster,
          action,
          ...(srcset?.split(/\s+[^,]*,?\s*/) ?? []),
        ].filter((target) => target !== undefined && target !== ""),
    ) as string[];
    const images = ["og:image", "twitter:image", "og:url"].flatMap(
      (key) => document.meta[key] ?? [],
    );
    const own = [
      ...document.alternates.map(({ href }) => href),
      ...images,
      ...urlsIn(document.jsonLd),
    ];
    // The identifiers of organization and website are names, not places.
    return [...linked, ...own.filter((url) => !/#(organization|website)$/.test(url))];
  }
  if (type.startsWith("text/css"))
    return Array.from(body.matchAll(/url\(\s*["']?([^"')]+)/g), ([, url]) => url!).filter(
      (url) => !url.startsWith("data:"),
    );
  if (type.startsWith("application/manifest+json")) {
    const { icons, start_url } = JSON.parse(body) as {
      icons: { src: string }[];
      start_url: string;
    };
    return [start_url, ...icons.map(({ src }) => src)];
  }
  if (/^(application|text)\/xml/.test(type))
    return Array.from(
      body.matchAll(/<loc>([^<]*)<\/loc>|xhtml:link[^>]* href="([^"]*)"/g),
      ([, loc, href]) => (loc ?? href)!,
    );
  return [];
}

/** Fetches a path as it is, without following a redirect. */
export async function fetchPath(base: string, path: string): Promise<Resource> {
  const response = await fetch(base + path, {
    redirect: "manual",
    // A connection that is kept may be closed by the server just when it is used again.
    headers: { "accept-encoding": "identity", connection: "close" },
  });
  const type = response.headers.get("content-type") ?? "";
  const isText = /^text\/|json|xml|javascript/.test(type);
  const body = isText ? await response.text() : (await response.arrayBuffer(), "");
  const tags = type.startsWith("text/html") ? tagsOf(body) : [];
  const document = type.startsWith("text/html") ? readDocument(tags) : undefined;
  return {
    path,
    status: response.status,
    type,
    location: response.headers.get("location"),
    headers: response.headers,
    body,
    document,
    targets: targetsOf(type, body, tags, document),
  };
}

export interface Crawl {
  /** By path with query. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** Where each path was first named. */
  readonly from: ReadonlyMap<string, string>;
  /** Path, hash, and the page that names it. */
  readonly hashes: readonly (readonly [path: string, hash: string, from: string])[];
}

/** The address of a target on the site, or undefined where it leads elsewhere. */
export function onSite(target: string, from: string): URL | undefined {
  const url = new URL(target, ORIGIN + from);
  return url.origin === ORIGIN ? url : undefined;
}

/** Follows every address inside the site from some paths on. */
export async function crawl(base: string, starts: readonly string[]): Promise<Crawl> {
  const resources = new Map<string, Resource>();
  const from = new Map<string, string>();
  const hashes = new Map<string, readonly [string, string, string]>();
  const queue = [...new Set(starts)];
  for (const start of queue) from.set(start, "the start");
  const visit = async (path: string): Promise<void> => {
    const resource = await fetchPath(base, path);
    resources.set(path, resource);
    for (const target of resource.targets) {
      const url = onSite(target, path);
      // Addresses of the server, which these journeys replace.
      if (!url || url.pathname.startsWith("/audio/")) continue;
      const next = url.pathname + url.search;
      if (url.hash)
        hashes.set(next + url.hash, [next, decodeURIComponent(url.hash.slice(1)), path]);
      if (from.has(next)) continue;
      from.set(next, path);
      queue.push(next);
    }
  };
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await visit(next);
  };
  // More than one, so that the server is never idle; again, for what the last one found.
  while (queue.length > 0) await Promise.all(Array.from({ length: 8 }, work));
  return { resources, from, hashes: [...hashes.values()] };
}
