import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as z from "zod/mini";
import { ToolkitError } from "#core/errors/errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Stored credentials of a logged-in user: one file per profile, which only its owner can read. */
const profileSchema = z.object({
  /** Origin of the API that the token is for; the token is sent nowhere else. */
  api: z.string().check(z.regex(/^https?:\/\/[^/?#]+$/)),
  email: z.string(),
  token: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
});
export type Profile = z.output<typeof profileSchema>;

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Validates the name of a profile. @throws USAGE */
export function parseProfileName(text: string): string {
  if (NAME.test(text)) return text;
  throw new ToolkitError("USAGE", {
    detail: `A profile's name has lower-case letters, digits, dots, hyphens and underscores, and begins with a letter or digit; found "${text}".`,
  });
}

/** Folder of the profiles, by the conventions of the operating system. */
export function profilesFolder(env: Env): string {
  const config = env["XDG_CONFIG_HOME"];
  // The XDG specification requires relative paths to be ignored.
  if (config && path.isAbsolute(config)) return path.join(config, "toolkit/profiles");
  const roaming = env["APPDATA"];
  if (process.platform === "win32" && roaming) return path.join(roaming, "toolkit/profiles");
  return path.join(env["HOME"] || os.homedir(), ".config/toolkit/profiles");
}

const fileOf = (env: Env, name: string): string => path.join(profilesFolder(env), `${name}.json`);

/**
 * Reads a stored profile. If others can read its file, access is restricted to its owner.
 * @param onOpenFile called with the path of such a file
 * @throws ACCOUNT_FILE
 */
export function readProfile(
  env: Env,
  name: string,
  onOpenFile: (file: string) => void,
): Profile | undefined {
  const file = fileOf(env, name);
  let text: string;
  try {
    text = readOwn(file, onOpenFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileError(file, error);
  }
  const { data } = profileSchema.safeParse(parseJson(text));
  if (!data) throw new ToolkitError("ACCOUNT_FILE", { file, detail: "it is damaged." });
  return data;
}

function readOwn(file: string, onOpenFile: (file: string) => void): string {
  const opened = fs.openSync(file, "r");
  try {
    if (process.platform !== "win32" && (fs.fstatSync(opened).mode & 0o077) !== 0) {
      onOpenFile(file);
      fs.fchmodSync(opened, 0o600);
    }
    return fs.readFileSync(opened, "utf8");
  } finally {
    fs.closeSync(opened);
  }
}

/**
 * Stores a profile atomically: concurrent readers see the old file or the new one.
 * @throws ACCOUNT_FILE
 */
export const writeProfile = (env: Env, name: string, profile: Profile): void =>
  writeOwn(fileOf(env, name), `${JSON.stringify(profile, null, 2)}\n`);

function writeOwn(file: string, text: string): void {
  const folder = path.dirname(file);
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (process.platform !== "win32") fs.chmodSync(folder, 0o700);
    const opened = fs.openSync(draft, "wx", 0o600);
    try {
      fs.writeSync(opened, text);
      fs.fsyncSync(opened);
    } finally {
      fs.closeSync(opened);
    }
    fs.renameSync(draft, file);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw fileError(file, error);
  }
}

/** @returns whether it existed. @throws ACCOUNT_FILE */
export const removeProfile = (env: Env, name: string): boolean => removeOwn(fileOf(env, name));

function removeOwn(file: string): boolean {
  try {
    fs.unlinkSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw fileError(file, error);
  }
}

const verifierOf = (env: Env, name: string): string =>
  path.join(profilesFolder(env), `${name}.code-verifier`);

/**
 * Stores the secret that was sent with a request for a code, for the run that enters the code.
 * @throws ACCOUNT_FILE
 */
export const writeCodeVerifier = (env: Env, name: string, verifier: string): void =>
  writeOwn(verifierOf(env, name), verifier);

/** @returns undefined if no code was requested. @throws ACCOUNT_FILE */
export function readCodeVerifier(env: Env, name: string): string | undefined {
  const file = verifierOf(env, name);
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileError(file, error);
  }
}

/** @throws ACCOUNT_FILE */
export const removeCodeVerifier = (env: Env, name: string): boolean =>
  removeOwn(verifierOf(env, name));

/** Names of the stored profiles, sorted. @throws ACCOUNT_FILE */
export function listProfiles(env: Env): string[] {
  const folder = profilesFolder(env);
  try {
    return fs
      .readdirSync(folder)
      .filter((file) => file.endsWith(".json") && NAME.test(file.slice(0, -5)))
      .map((file) => file.slice(0, -5))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw fileError(folder, error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fileError = (file: string, error: unknown): ToolkitError =>
  new ToolkitError(
    "ACCOUNT_FILE",
    { file, detail: error instanceof Error ? error.message : String(error) },
    { cause: error },
  );
