import { type Config, siteOf } from "#core/site/config.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { Messages } from "#core/page/render.ts";
import { urlOf } from "#core/site/site.ts";
import { expandRules } from "./expand-rules.ts";
import { hostRules, pageTest } from "./redirect-rules.ts";
import { type Plan, type PlannedPage, isIndexable } from "../plan/plan.ts";

/** robots.txt: allows everything, and names the sitemap index if there is one. */
export const robotsTxt = (origin: string, hasSitemap = true): string =>
  `User-agent: *\nAllow: /\nDisallow: /*/_payload.json\n${hasSitemap ? `\nSitemap: ${origin}/sitemap.xml\n` : ""}`;

/** @param ancestors sources of pages that may contain the page in a frame */
export function contentSecurityPolicy(
  config: Config,
  scriptHashes: readonly string[],
  models: readonly OfferedModel[],
  ancestors = "'none'",
): string {
  const { analytics, api, languages, models: hub } = config;
  const connect = [
    "'self'",
    api.baseUrl,
    /^https?:/.test(hub.baseUrl) && new URL(hub.baseUrl).origin,
    ...models
      .flatMap(({ files }) => files)
      .map(({ url }) => /^https?:/.test(url) && new URL(url).origin),
    // The model hub answers with a redirect, and the content security policy checks each address on
    // the way.
    ...(models.some(({ files }) => files.some(({ url }) => url.startsWith(hub.hub)))
      ? hub.storage
      : []),
    /^https?:/.test(languages.url) && new URL(languages.url).origin,
    analytics.enabled && analytics.host && `https://${analytics.project}.${analytics.host}`,
  ].filter(Boolean);
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${scriptHashes.map((value) => `'${value}'`).join(" ")}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${[...new Set(connect)].join(" ")}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    "object-src 'none'",
  ].join("; ");
}

/** `_headers`, in the format of static hosts. */
export function headersFile(
  config: Config,
  scriptHashes: readonly string[],
  models: readonly OfferedModel[],
): string {
  const rules: [pattern: string, headers: readonly string[]][] = [
    [
      "/*",
      [
        `Content-Security-Policy: ${contentSecurityPolicy(config, scriptHashes, models)}`,
        "Cross-Origin-Opener-Policy: same-origin",
        "Cross-Origin-Embedder-Policy: require-corp",
        "Permissions-Policy: microphone=(self), camera=(), geolocation=(), browsing-topics=()",
        "Referrer-Policy: strict-origin-when-cross-origin",
        "X-Content-Type-Options: nosniff",
        "Strict-Transport-Security: max-age=31536000",
      ],
    ],
    ...embedRules(config, scriptHashes, models),
    // Hosts join the values of all matching rules, so values that differ by folder are set only
    // there.
    ["/assets/*", ["Cache-Control: public, max-age=31536000, immutable"]],
    ["/speech/*", ["Cache-Control: public, max-age=31536000, immutable"]],
    ["/builds/meta/*", ["Cache-Control: public, max-age=31536000, immutable"]],
    ["/builds/latest.json", ["Cache-Control: no-cache"]],
    ["/service-worker.js", ["Cache-Control: no-cache"]],
  ];
  return rules
    .map(([pattern, headers]) => `${pattern}\n${headers.map((header) => `  ${header}\n`).join("")}`)
    .join("\n");
}

/** Two policies would both apply, so the rule of frames removes that of all pages first. */
function embedRules(
  config: Config,
  scriptHashes: readonly string[],
  models: readonly OfferedModel[],
): [pattern: string, headers: readonly string[]][] {
  const { origins } = config.embed;
  if (origins.length === 0) return [];
  const policy = contentSecurityPolicy(config, scriptHashes, models, origins.join(" "));
  const headers = [
    "! Content-Security-Policy",
    `Content-Security-Policy: ${policy}`,
    // An isolated page contains only frames that consent to it.
    "Cross-Origin-Resource-Policy: cross-origin",
  ];
  // The second is for languages with a prefix.
  return ["/embed/*", "/:locale/embed/*"].map((pattern) => [pattern, headers]);
}

/**
 * `_redirects`, in the format of static hosts.
 * @param code the locale with a domain whose root it is for; by default that of the site
 */
export function redirectsFile(
  { config, site, pages }: Pick<Plan, "config" | "site" | "pages">,
  code?: string,
): string {
  const plan =
    code === undefined ? { config, site, pages } : ownSite({ config, site, pages }, code);
  return expandRules(hostRules(plan.config, pageTest(plan)), plan)
    .map(({ from, to, status }) => `${from} ${to} ${status}\n`)
    .join("");
}

/** A locale with a domain as a site of its own. Pages that it lacks are those of the whole site. */
function ownSite(
  { config, site, pages }: Pick<Plan, "config" | "site" | "pages">,
  code: string,
): Pick<Plan, "config" | "site" | "pages"> {
  const { domain, ...locale } = config.locales.find((each) => each.code === code)!;
  const own = pages.filter((page) => page.locale === code);
  const routes = new Set(own.map(({ route }) => route));
  const redirects = config.redirects.map((rule) => {
    const path = rule.to?.replace(/[?#].*$/s, "").replace(/(.)\/$/, "$1");
    const isMissing = path?.startsWith("/") === true && !path.includes("/:") && !routes.has(path);
    return isMissing ? { ...rule, to: site.origin + rule.to! } : rule;
  });
  const alone: Config = {
    ...config,
    site: { ...config.site, origin: domain! },
    locales: [locale],
    defaultLocale: code,
    prefixDefaultLocale: false,
    redirects,
  };
  return { config: alone, site: siteOf(alone), pages: own };
}

/** llms.txt: a description of the site and its pages for language models. */
export function llmsTxt(plan: Plan, description: string): string {
  const { site, pages, entries } = plan;
  const lines = [`# ${site.name}`, "", `> ${description}`, ""];
  const links = plan.links.get(site.defaultLocale)!;
  const works = (page: PlannedPage): boolean => links.get(page.id)!.link.available === true;
  const list = (title: string, belongs: (page: PlannedPage) => boolean): void => {
    const found = pages.filter(
      (page) => page.locale === site.defaultLocale && isIndexable(page) && belongs(page),
    );
    if (found.length === 0) return;
    lines.push(`## ${title}`, "");
    for (const { id, route } of found) {
      const { name, tagline } = entries.get(id)!;
      lines.push(
        `- [${name}](${urlOf(site, site.defaultLocale, route)})${tagline && `: ${tagline}`}`,
      );
    }
    lines.push("");
  };
  list("Tools", (page) => page.kind === "tool" && works(page));
  list("Tools that are being built", (page) => page.kind === "tool" && !works(page));
  list("Pages", ({ kind }) => ["home", "pricing", "page", "voice", "policy"].includes(kind));
  return `${lines.join("\n").trimEnd()}\n`;
}

/** A locale's messages as the browser fetches them: `locales/<code>/<file>.json`. */
export const messageFiles = (code: string, own: Messages): { path: string; data: string }[] =>
  Object.entries(own).map(([name, tree]) => ({
    path: `locales/${code}/${name}.json`,
    data: JSON.stringify(tree),
  }));
