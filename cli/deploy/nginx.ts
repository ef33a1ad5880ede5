import { toRegExp } from "../preview/rules/path-pattern.ts";
import {
  type DeployedRoot,
  type DeployedSite,
  type HeaderValues,
  type HostConfiguration,
  type HostRedirect,
  MEDIA_TYPES,
  headerValues,
  hostRedirects,
} from "./deployed-site.ts";

const COMPRESSED =
  "text/css text/javascript application/javascript application/json " +
  "application/manifest+json application/xml text/xml text/plain application/wasm image/svg+xml";

/**
 * Configuration for nginx 1.18 or later: a file to be included in its `http` block, with one
 * `server` for each origin. TLS is left to the operator.
 */
export function nginxFiles(site: DeployedSite): HostConfiguration {
  const servers = site.roots.map((root, index) => serverOf(root, site, `toolkit_${index}`));
  const text = `# ${comment(site.name)}: written by \`toolkit deploy nginx\`. Write it again after each build
# whose rules differ, and reload nginx: the content security policy holds hashes of scripts.
# Include this file in the http block, for example as /etc/nginx/conf.d/site.conf.

map_hash_bucket_size 512;
map_hash_max_size ${hashSize(site)};

# Some values contain a dollar sign, which nginx cannot escape.
geo $toolkit_dollar { default "$"; }
# The requested path as it was sent. Decoded paths must not be used in redirects, because a line
# feed in one would end the header.
map $request_uri $toolkit_path { "~^(?<toolkit_raw>[^?]*)" $toolkit_raw; }
${servers.join("\n\n")}
`;
  return {
    files: [{ path: "site.conf", text }],
    notes: [
      "Add TLS to each server, for example with `certbot --nginx`.",
      "If nginx reports map_hash_bucket_size or map_hash_max_size as duplicates, keep the larger one.",
      ...(site.api === undefined
        ? ["Without --api, nothing is forwarded to `toolkit serve`: accounts and credits need it."]
        : []),
    ],
  };
}

function hashSize({ roots }: DeployedSite): number {
  const largest = Math.max(...roots.map(({ redirects }) => redirects.length));
  return 2 ** Math.max(12, Math.ceil(Math.log2(largest * 4 + 1)));
}

function serverOf(root: DeployedRoot, site: DeployedSite, id: string): string {
  const headers = headerValues(root.headers);
  const redirects = hostRedirects(root.redirects);
  const caching = headers.find(({ name }) => /^cache-control$/i.test(name));
  const named = [
    ...headers.filter((header) => header !== caching),
    // Without the header, browsers may use a page for days without asking.
    caching ?? { name: "Cache-Control", values: [] },
  ].map((header, index) => ({ ...header, variable: `$${id}_header_${index}` }));
  const maps = named.map(
    ({ name, values, variable }) =>
      `# ${name}\nmap $uri ${variable} {\n  default ${quote(defaultOf(name, values))};\n${values
        .filter(({ pattern }) => pattern !== "/*")
        .map(({ pattern, value }) => `  ${matcher(pattern)} ${quote(value)};\n`)
        .join("")}}`,
  );
  const rules = redirects.map((rule) => `  ${redirectKey(rule)} ${redirectValue(rule)};\n`);
  const target = `$${id}_redirect`;
  maps.push(`map $toolkit_path ${target} {\n  default "";\n${rules.join("")}}`);
  const { hostname } = new URL(root.origin);
  return `${maps.join("\n")}
server {
  listen 80;
  listen [::]:80;
  server_name ${hostname};
  root ${quote(root.folder)};
  charset utf-8;
  # Behind another proxy, an address with a scheme and a port would be this server's own.
  absolute_redirect off;
  gzip on;
  gzip_vary on;
  gzip_min_length 1024;
  gzip_types ${COMPRESSED};
  error_page 404 410 /404.html;
  error_page 500 502 503 504 /500.html;
${named.map(({ name, variable }) => `  add_header ${name} ${variable} always;\n`).join("")}
${apiLocations(site)}${pageLocations(site.trailingSlash)}
${MEDIA_TYPES.map(([extension, type]) => `  location ~ "\\.(?:${extension})$" { types { } default_type ${type}; try_files $uri @missing; }\n`).join("")}
  # An address without a file: redirects, and pages that were removed.
  location @missing {
${statusesOf(redirects)
  .map((status) =>
    status >= 400
      ? `    if (${target} = "${status}") { return ${status}; }\n`
      : `    if (${target} ~ "^${status} (.+)$") { return ${status} $1; }\n`,
  )
  .join("")}    return 404;
  }
}`;
}

const defaultOf = (name: string, values: HeaderValues["values"]): string =>
  values.find(({ pattern }) => pattern === "/*")?.value ??
  (/^cache-control$/i.test(name) ? "no-cache" : "");

const statusesOf = (redirects: readonly HostRedirect[]): number[] =>
  [...new Set(redirects.map(({ status }) => status))].toSorted((a, b) => a - b);

/** A page has one address; other spellings of it are redirected there. */
function pageLocations(trailingSlash: boolean): string {
  const page = trailingSlash
    ? `  location / {
    # \`rewrite\` escapes what it puts into an address.
    if (-f $document_root$uri/index.html) { rewrite ^(.+)$ $1/ permanent; }
    try_files $uri @missing;
  }
  location ~ "/$" { try_files \${uri}index.html @missing; }
  location ~ "^(?<toolkit_page>.*/)index\\.html$" {
    if (-f $document_root$uri) { rewrite ^(.*/)index\\.html$ $1 permanent; }
    return 404;
  }`
    : `  location / { try_files $uri $uri/index.html $uri.html @missing; }
  location = / { try_files /index.html @missing; }
  location ~ "^(?<toolkit_page>/.+)/$" {
    # \`rewrite\` escapes what it puts into an address.
    if (-f $document_root$toolkit_page/index.html) { rewrite ^(.+)/$ $1 permanent; }
    try_files /. @missing;
  }
  location ~ "^(?<toolkit_page>.*)/index\\.html$" {
    if (-f $document_root$uri) { rewrite ^(.+)/index\\.html$ $1 permanent; }
    return 404;
  }
  location = /index.html { return 301 /; }`;
  return `  # Files for hosts, and hidden ones.
  location ~ "^/_(?:headers|redirects)$" { return 404; }
  location ~ "/\\." { return 404; }
  location ^~ /.well-known/ { try_files $uri @missing; }
  location = /404.html { }
  location = /500.html { }
  location = /404 { return 404; }
  location = /500 { return 404; }
${page}`;
}

/** Requests that `toolkit serve` answers. */
function apiLocations({ api, apiPaths, episodePages, trailingSlash }: DeployedSite): string {
  if (api === undefined) return "";
  const settings = `proxy_http_version 1.1; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme; proxy_buffering off; proxy_request_buffering off; proxy_read_timeout 300s; client_max_body_size 33m;`;
  const page = trailingSlash ? "${uri}index.html" : "$uri/index.html";
  return `  # toolkit serve: name this host in its TRUSTED_PROXIES. It sets its own headers.
${apiPaths.map((path) => `  location ${path.endsWith("/") ? "^~" : "="} ${path} { proxy_pass ${api}; ${settings} add_header Vary Origin; }\n`).join("")}${episodePages.map((path) => `  location = ${path} { if ($arg_id) { proxy_pass ${api}; } ${settings} try_files ${page} @missing; }\n`).join("")}`;
}

/** A key of a map on the decoded path. */
function matcher(pattern: string): string {
  return /\*|:[A-Za-z]/.test(pattern) ? quote(`~^${toRegExp(pattern)}$`) : quote(pattern);
}

/** A key of the map on the path as it was sent. */
function redirectKey({ from, names }: HostRedirect): string {
  return names.length === 0 ? quote(encodeURI(from)) : quote(`~^${toRegExp(from, encodeURI)}$`);
}

function redirectValue({ status, to, names }: HostRedirect): string {
  if (to === undefined) return `"${status}"`;
  const address = quoted(to.address).replace(/:([A-Za-z]\w*)/g, (token, name: string) =>
    names.includes(name) ? `\${${name}}` : token,
  );
  const query = to.query === "" ? "$is_args$args" : quoted(to.query);
  return `"${status} ${address}${query}${quoted(to.fragment)}"`;
}

const quote = (text: string): string => `"${quoted(text)}"`;

/** Text inside of quotation marks; a dollar sign that ends an expression stays. */
function quoted(text: string): string {
  const isExpression = text.startsWith("~");
  const escaped = text.replace(/[\\"]/g, "\\$&");
  return isExpression ? escaped : escaped.replaceAll("$", "${toolkit_dollar}");
}

const comment = (text: string): string => text.replace(/[\r\n]+/g, " ");
