import {
  type DeployedSite,
  type HostConfiguration,
  type HostFile,
  hostRedirects,
  withoutForwarding,
} from "./deployed-site.ts";

/** Files of one Worker with static assets, and rules of `_headers` and `_redirects`. */
const CLOUDFLARE = { files: 20_000, filesPaid: 100_000, headers: 100, exact: 2000, patterns: 100 };

/** What a host counts of the built site. */
export interface SiteSize {
  /** Files below a folder of the built site. */
  readonly filesIn: (folder: string) => number;
}

/**
 * Configuration of Workers with static assets for each origin. Cloudflare reads `_headers` and
 * `_redirects` itself.
 */
export function cloudflareFiles(site: DeployedSite, { filesIn }: SiteSize): HostConfiguration {
  const notes: string[] = [];
  const files = site.roots.map(({ origin, folder, headers, redirects }, index): HostFile => {
    const { hostname } = new URL(origin);
    const count = filesIn(folder);
    if (count > CLOUDFLARE.files)
      notes.push(
        `${hostname} has ${count} files. Cloudflare takes ${CLOUDFLARE.files}, and ${CLOUDFLARE.filesPaid} on a paid plan.`,
      );
    const rules = hostRedirects(redirects);
    const patterns = rules.filter(({ names }) => names.length > 0).length;
    if (headers.length > CLOUDFLARE.headers)
      notes.push(
        `_headers of ${hostname} has ${headers.length} rules; Cloudflare reads ${CLOUDFLARE.headers}.`,
      );
    if (rules.length - patterns > CLOUDFLARE.exact || patterns > CLOUDFLARE.patterns)
      notes.push(
        `_redirects of ${hostname} has ${rules.length - patterns} addresses and ${patterns} patterns; Cloudflare reads ${CLOUDFLARE.exact} and ${CLOUDFLARE.patterns}.`,
      );
    const removed = rules.filter(({ to }) => to === undefined).length;
    if (removed > 0)
      notes.push(
        `Cloudflare answers the ${removed} removed addresses of ${hostname} with 404, not 410.`,
      );
    const text = JSON.stringify(
      {
        $schema: "node_modules/wrangler/config-schema.json",
        name: hostname.replaceAll(".", "-"),
        compatibility_date: "2026-01-01",
        routes: [{ pattern: hostname, custom_domain: true }],
        assets: {
          directory: folder,
          html_handling: site.trailingSlash ? "force-trailing-slash" : "drop-trailing-slash",
          not_found_handling: "404-page",
        },
      },
      null,
      2,
    );
    return {
      path: index === 0 ? "wrangler.jsonc" : `wrangler.${hostname}.jsonc`,
      text: `${text}\n`,
    };
  });
  notes.push("Deploy each file with Wrangler: `wrangler deploy --config <file>`.");
  return { files, notes: [...notes, ...withoutForwarding(site)] };
}

/** Configuration for Netlify, which reads `_headers` and `_redirects` itself. */
export function netlifyFiles(site: DeployedSite): HostConfiguration {
  const files = site.roots.map(({ origin, folder }, index): HostFile => {
    const { hostname } = new URL(origin);
    const text = `# ${hostname}: written by \`toolkit deploy netlify\`.
[build]
  publish = ${JSON.stringify(folder)}

# Files are served as they were built: the content security policy holds hashes of the scripts.
[build.processing]
  skip_processing = true
`;
    return { path: index === 0 ? "netlify.toml" : `netlify.${hostname}.toml`, text };
  });
  const notes = [
    ...(site.trailingSlash
      ? []
      : [
          "Turn off Pretty URLs in the site's settings, so that addresses have no slash at the end.",
        ]),
    ...(site.roots.some(({ headers }) => headers.some(({ remove }) => remove.length > 0))
      ? [
          "Netlify does not remove headers as _headers asks for: tools cannot be embedded in other sites from there.",
        ]
      : []),
    ...(files.length > 1 ? ["Each language with a domain is a Netlify site of its own."] : []),
  ];
  return { files, notes: [...notes, ...withoutForwarding(site)] };
}
