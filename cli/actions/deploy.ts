import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { siteOf } from "#core/site/config.ts";
import { pathOf } from "#core/site/site.ts";
import { loadConfig } from "../build/load/config.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { type DeployedSite, readRoots } from "../deploy/deployed-site.ts";
import { API_PATHS, HOSTS, type HostName, isServer } from "../deploy/hosts.ts";
import { listFiles, writeAtomic } from "../files/files.ts";

interface Options {
  readonly host: string;
  readonly site: string;
  readonly folder?: string;
  readonly api?: string;
  readonly out?: string;
  readonly stdout?: boolean;
}

/** `toolkit deploy`: writes a host's configuration. */
export default async function deploy(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const host = hostNamed(options.host);
  const config = await loadConfig(context.root);
  const dist = path.resolve(context.root, options.site);
  const folder = options.folder ?? (isServer(host) ? dist : options.site);
  const api = options.api === undefined ? undefined : apiAddress(options.api);
  const site = siteOf(config);
  const { baseUrl, pullThrough } = config.models;
  const deployed: DeployedSite = {
    name: site.name,
    roots: readRoots(dist, site, (sub) => (sub === "" ? folder : path.posix.join(folder, sub))),
    trailingSlash: site.trailingSlash,
    ...(api !== undefined && { api }),
    apiPaths: [
      ...API_PATHS,
      ...(pullThrough && baseUrl.startsWith("/") ? [`${baseUrl.replace(/\/$/, "")}/`] : []),
    ],
    episodePages: [
      ...new Set(site.locales.map(({ code }) => pathOf(site, code, "/podcast-preview"))),
    ],
  };
  const { files, notes } = HOSTS[host](deployed, {
    filesIn: (root) => listFiles(path.join(dist, path.posix.relative(folder, root))).length,
  });
  const out = path.resolve(context.cwd, options.out ?? path.join(context.root, "deploy", host));
  for (const file of files)
    if (options.stdout) context.print(file.text);
    else {
      fs.mkdirSync(out, { recursive: true });
      writeAtomic(path.join(out, file.path), file.text);
      context.log(`${path.relative(context.cwd, path.join(out, file.path))}\n`);
    }
  for (const note of notes) context.log(`- ${note}\n`);
  return 0;
}

function hostNamed(name: string): HostName {
  if (!Object.hasOwn(HOSTS, name))
    throw new ToolkitError("USAGE", {
      detail: `There is no host "${name}". The hosts are ${Object.keys(HOSTS).join(", ")}.`,
    });
  return name as HostName;
}

/** @throws USAGE unless it is an origin, which can stand in a configuration as it is */
function apiAddress(text: string): string {
  const url = URL.parse(text);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== "/" ||
    url.search ||
    url.hash ||
    url.username ||
    // Other characters could end a directive of the configuration.
    !/^[\w.:[\]-]+$/.test(url.host)
  )
    throw new ToolkitError("USAGE", {
      detail: `--api takes an address such as http://127.0.0.1:8787; found "${text}".`,
    });
  return url.origin;
}
