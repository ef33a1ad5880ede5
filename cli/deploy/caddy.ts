import { toRegExp } from "../preview/rules/path-pattern.ts";
import {
  type DeployedRoot,
  type DeployedSite,
  type HostConfiguration,
  type HostRedirect,
  MEDIA_TYPES,
  headerValues,
  hostRedirects,
} from "./deployed-site.ts";

/** A Caddyfile for Caddy 2.6 or later, which gets the certificates by itself. */
export function caddyFiles(site: DeployedSite): HostConfiguration {
  const text = `# ${site.name.replace(/[\r\n]+/g, " ")}: written by \`toolkit deploy caddy\`. Write it again after each build
# whose rules differ, and reload Caddy: the content security policy holds hashes of scripts.

${site.roots.map((root) => siteBlock(root, site)).join("\n\n")}
`;
  return {
    files: [{ path: "Caddyfile", text }],
    notes:
      site.api === undefined
        ? ["Without --api, nothing is forwarded to `toolkit serve`: accounts and credits need it."]
        : [],
  };
}

function siteBlock(root: DeployedRoot, site: DeployedSite): string {
  const redirects = hostRedirects(root.redirects);
  return `${root.origin} {
	root * ${quote(root.folder)}
	encode zstd gzip
	map {query} {query_suffix} {
		"" ""
		default "?{query}"
	}
	route {
${apiRoutes(site)}${headerLines(root)}
		# Files for hosts, and hidden ones.
		@hidden path_regexp ^/_(?:headers|redirects)$|/\\.|^/(?:404|500)$
		@known path /.well-known/*
		handle @known {
			file_server
		}
		error @hidden 404
${spellings(site.trailingSlash)}
		@found file ${site.trailingSlash ? "{path} {path}index.html" : "{path} {path}/index.html {path}.html"}
		handle @found {
			rewrite {http.matchers.file.relative}
			# The addresses of folders are settled above.
			file_server {
				disable_canonical_uris
			}
		}
${redirectLines(redirects)}		error 404
	}
	handle_errors {
		header Cache-Control no-cache
		@absent expression {http.error.status_code} in [404, 410]
		rewrite @absent /404.html
		@failed expression {http.error.status_code} >= 500
		rewrite @failed /500.html
		file_server
	}
}`;
}

/** A page has one address; other spellings of it are redirected there. */
function spellings(trailingSlash: boolean): string {
  // A matcher cannot use what another one of its set has captured.
  const redirect = (name: string, expression: string, file: string, to: string): string =>
    `		@${name} path_regexp ${name} ${expression}
		route @${name} {
			@${name}_file file ${file}
			redir @${name}_file ${to}{query_suffix} 308
		}`;
  return trailingSlash
    ? [
        redirect("bare", "^/+(.*[^/])$", "/{re.bare.1}/index.html", "/{re.bare.1}/"),
        redirect("index", "^/+((?:.*/)?)index\\.html$", "{path}", "/{re.index.1}"),
      ].join("\n")
    : [
        redirect("slash", "^/+(.*[^/])/+$", "/{re.slash.1}/index.html", "/{re.slash.1}"),
        redirect("index", "^/+(?:(.*)/)?index\\.html$", "{path}", "/{re.index.1}"),
      ].join("\n");
}

function headerLines({ headers }: DeployedRoot): string {
  const lines: string[] = [
    "		# Without the header, browsers may use a page for days without asking.\n",
  ];
  lines.push("		header Cache-Control no-cache\n");
  let count = 0;
  for (const { name, values } of headerValues(headers))
    for (const { pattern, value } of values) {
      const matcher = pattern === "/*" ? "" : `@header_${count++}`;
      if (matcher !== "")
        lines.push(`		${matcher} path_regexp ^${toRegExp(pattern).replaceAll("?<", "?P<")}$\n`);
      lines.push(`		header ${matcher === "" ? "" : `${matcher} `}${name} ${quote(value)}\n`);
    }
  for (const [extension, type] of MEDIA_TYPES)
    // The file server would remove a type that it does not know.
    lines.push(
      `		@type_${extension} path *.${extension}\n		header @type_${extension} {\n			Content-Type ${type}\n			defer\n		}\n`,
    );
  return lines.join("");
}

/**
 * Redirects where no file exists. Addresses are looked up in a table by the decoded path; patterns
 * are compared with the path as it was sent, so that what they capture needs no escaping.
 */
function redirectLines(redirects: readonly HostRedirect[]): string {
  const exact = redirects.filter(({ names }) => names.length === 0);
  const patterns = redirects.filter(({ names }) => names.length > 0);
  const lines = [
    "		map {path} {redirect_status} {redirect_to} {\n",
    ...exact.map(
      ({ from, status, to }) =>
        `			${quote(from)} ${status} ${quote(to === undefined ? "-" : targetOf(to, "{query_suffix}"))}\n`,
    ),
    '			default 0 ""\n		}\n',
  ];
  if (patterns.length > 0)
    lines.push(
      "		map {http.request.orig_uri} {pattern_status} {pattern_to} {\n",
      ...patterns.map(({ from, names, status, to }) => {
        const order = new Map(names.map((name, index) => [name, index + 1]));
        const expression = `~^${toRegExp(from, encodeURI).replace(/\?<\w+>/g, "")}(\\?.*)?$`;
        const query = `\${${names.length + 1}}`;
        const target =
          to === undefined
            ? "-"
            : targetOf(to, query).replace(/:([A-Za-z]\w*)/g, (token, name: string) =>
                order.has(name) ? `\${${order.get(name)!}}` : token,
              );
        return `			${quote(expression)} ${status} ${quote(target)}\n`;
      }),
      '			default 0 ""\n		}\n',
    );
  for (const [kind, all] of [
    ["redirect", exact],
    ["pattern", patterns],
  ] as const)
    for (const status of new Set(all.map((rule) => rule.status)))
      lines.push(
        `		@${kind}_${status} vars {${kind}_status} ${status}\n`,
        status >= 400
          ? `		error @${kind}_${status} ${status}\n`
          : `		redir @${kind}_${status} {${kind}_to} ${status}\n`,
      );
  return lines.join("");
}

/** @param query what stands for the query of the request */
const targetOf = (
  { address, query: own, fragment }: NonNullable<HostRedirect["to"]>,
  query: string,
): string => `${address}${own === "" ? query : own}${fragment}`;

function apiRoutes({ api, apiPaths, episodePages }: DeployedSite): string {
  if (api === undefined) return "";
  const paths = apiPaths.map((path) => (path.endsWith("/") ? `${path}*` : path)).join(" ");
  return `		# toolkit serve: name this host in its TRUSTED_PROXIES.
		@api path ${paths}
		handle @api {
			reverse_proxy ${api} {
				flush_interval -1
			}
		}
		@episode {
			path ${episodePages.join(" ")}
			query id=*
		}
		handle @episode {
			reverse_proxy ${api}
		}
`;
}

/** A quoted word of a Caddyfile, in which a backslash escapes quotation marks alone. */
const quote = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
