import { caddyFiles } from "./caddy.ts";
import { cloudFrontFiles } from "./cloudfront.ts";
import type { DeployedSite, HostConfiguration } from "./deployed-site.ts";
import { nginxFiles } from "./nginx.ts";
import { type SiteSize, cloudflareFiles, netlifyFiles } from "./static-hosts.ts";

/** Hosts for which `toolkit deploy` writes configuration. */
export const HOSTS = {
  nginx: nginxFiles,
  caddy: caddyFiles,
  cloudflare: cloudflareFiles,
  cloudfront: cloudFrontFiles,
  netlify: netlifyFiles,
} satisfies Record<string, (site: DeployedSite, size: SiteSize) => HostConfiguration>;
export type HostName = keyof typeof HOSTS;

/** Hosts that read files of the server itself, and not uploaded ones. */
export const isServer = (name: HostName): boolean => name === "nginx" || name === "caddy";

/** Path prefixes and exact paths that `toolkit serve` answers, except for `/metrics`. */
export const API_PATHS = [
  "/audio/",
  "/igweb/",
  "/logstores/",
  "/languages.json",
  "/.well-known/toolkit-receipts.json",
  "/healthz",
  "/readyz",
] as const;
