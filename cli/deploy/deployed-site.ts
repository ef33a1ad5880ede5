import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Site } from "#core/site/site.ts";
import { type HeaderRule, parseHeaders } from "../preview/rules/headers-file.ts";
import { type RedirectRule, parseRedirects } from "../preview/rules/redirects-file.ts";
import type { RuleProblem } from "../preview/rules/rule-problem.ts";

/** A folder of the built site that is the document root of a host name. */
export interface DeployedRoot {
  /** `https://example.com` */
  readonly origin: string;
  /** Absolute path on the server, or relative to the built site for hosts that take files. */
  readonly folder: string;
  readonly headers: readonly HeaderRule[];
  readonly redirects: readonly RedirectRule[];
}

/** What a host's configuration is made from. */
export interface DeployedSite {
  readonly name: string;
  readonly roots: readonly DeployedRoot[];
  readonly trailingSlash: boolean;
  /** Address of `toolkit serve` for the host to forward to, such as `http://127.0.0.1:8787`. */
  readonly api?: string;
  /** Path prefixes, which end with a slash, and exact paths that `toolkit serve` answers. */
  readonly apiPaths: readonly string[];
  /** Pages that `toolkit serve` answers where the query has an `id`. */
  readonly episodePages: readonly string[];
}

/** A file of a host's configuration. */
export interface HostFile {
  readonly path: string;
  readonly text: string;
}

export interface HostConfiguration {
  readonly files: readonly HostFile[];
  /** What the operator still has to do, and limits of the host that the site exceeds. */
  readonly notes: readonly string[];
}

/**
 * Reads the rules of the document roots of a built site: the site itself and each language with a
 * domain of its own.
 * @param folderOf maps a folder of the built site (`""` or `de`) to where the host finds it
 * @throws NOT_BUILT; BUG if a rule file has a line that hosts do not understand
 */
export function readRoots(
  dist: string,
  site: Site,
  folderOf: (folder: string) => string,
): DeployedRoot[] {
  if (!fs.existsSync(path.join(dist, "_headers")))
    throw new ToolkitError("NOT_BUILT", { dir: path.basename(dist) });
  const read = (folder: string, origin: string): DeployedRoot => {
    const headers = parseHeaders(textOf(path.join(dist, folder, "_headers")));
    const redirects = parseRedirects(textOf(path.join(dist, folder, "_redirects")));
    refuse([...headers.problems, ...redirects.problems]);
    return { origin, folder: folderOf(folder), headers: headers.rules, redirects: redirects.rules };
  };
  return [
    read("", site.origin),
    ...site.locales
      .filter(({ domain }) => domain !== undefined)
      .map(({ code, origin }) => read(code, origin)),
  ];
}

const textOf = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "");

function refuse(problems: readonly RuleProblem[]): void {
  const [first] = problems;
  if (first)
    throw new ToolkitError("USAGE", {
      detail: `${first.file}:${first.line}: ${first.message}. Build the site again.`,
    });
}

/** Values of a header by path pattern, in the order of the rules. */
export interface HeaderValues {
  readonly name: string;
  readonly values: readonly { readonly pattern: string; readonly value: string }[];
}

/** Whether values are those of `Cache-Control`. */
export const isCaching = ({ name }: HeaderValues): boolean => /^cache-control$/i.test(name);

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * Rules by header instead of by path, for hosts that choose each header's value by the path.
 * @throws USAGE if a rule removes a header without setting it, or uses a captured value in one
 */
export function headerValues(rules: readonly HeaderRule[]): HeaderValues[] {
  const byName = new Map<string, { pattern: string; value: string }[]>();
  for (const { pattern, set, remove } of rules) {
    // A value of a more specific path replaces the general one on these hosts, in any case.
    const removed = remove.find((name) => !set.some(([own]) => sameName(own, name)));
    if (removed !== undefined)
      throw new ToolkitError("USAGE", {
        detail: `_headers removes ${removed} for ${pattern.text}, which this host cannot do.`,
      });
    for (const [name, value] of set) {
      if (pattern.names.some((placeholder) => value.includes(`:${placeholder}`)))
        throw new ToolkitError("USAGE", {
          detail: `${name} of ${pattern.text} uses a part of the path, which this host cannot do.`,
        });
      const values = byName.get(name) ?? [];
      byName.set(name, values);
      values.push({ pattern: pattern.text, value });
    }
  }
  return [...byName].map(([name, values]) => ({ name, values }));
}

/** A redirect in parts, or the status of an address that was removed. */
export interface HostRedirect {
  /** Decoded path pattern. */
  readonly from: string;
  readonly names: readonly string[];
  readonly status: number;
  /** Address without its query and fragment; undefined for 404 and 410. */
  readonly to?: { readonly address: string; readonly query: string; readonly fragment: string };
}

/**
 * Redirects that hosts apply where no file exists, the first of each address.
 * @throws USAGE for rules that serve another file (status 200) or hide an existing one (`301!`)
 */
export function hostRedirects(rules: readonly RedirectRule[]): HostRedirect[] {
  const seen = new Set<string>();
  return rules.flatMap(({ pattern: { text: from, names }, to, status, force }): HostRedirect[] => {
    if (force || status === 200)
      throw new ToolkitError("USAGE", {
        detail: `_redirects serves another file at ${from}, which this host is not configured for.`,
      });
    // Some hosts compare addresses without case.
    const key = from.toLowerCase();
    if (seen.has(key)) return [];
    seen.add(key);
    if (status === 404 || status === 410) return [{ from, names, status }];
    const [, address = "", query = "", fragment = ""] =
      /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? [];
    return [{ from, names, status, to: { address, query, fragment } }];
  });
}

/** Media types that some versions of some servers do not know. */
export const MEDIA_TYPES: readonly (readonly [extension: string, type: string])[] = [
  ["mjs", "text/javascript"],
  ["webmanifest", "application/manifest+json"],
  ["wasm", "application/wasm"],
  ["vtt", "text/vtt"],
  ["srt", "text/plain"],
  ["lrc", "text/plain"],
  ["opus", "audio/ogg"],
  ["flac", "audio/flac"],
];

/** Notes of hosts that only serve files: they would answer errors of the API with a page. */
export const withoutForwarding = ({ api }: DeployedSite): string[] =>
  api === undefined
    ? []
    : [
        `This host does not forward requests to ${api}: name its address in api.baseUrl of toolkit.config.ts and the site's origins in CORS_ORIGINS.`,
      ];
