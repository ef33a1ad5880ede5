import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import type { Context } from "../command-kit/context.ts";
import { parseApiAddress } from "./api-address.ts";
import { type Client, createClient } from "./client.ts";
import { parseProfileName, readProfile } from "./profiles.ts";

/** Flags of all commands that call the API. */
export interface AccountFlags {
  readonly api?: string;
  readonly profile?: string;
  readonly json?: boolean;
}

/** Account and API of a command. */
export interface Session {
  readonly profile: string;
  readonly api: string;
  readonly email: string | undefined;
  /** Never printed. */
  readonly token: string | undefined;
  /** Source of the token. */
  readonly source: "environment" | "file" | "none";
  /** Set if this profile is logged in at another API. */
  readonly elsewhere?: string;
}

/**
 * Determines the session from flags, environment and stored profiles, in this order. A token is
 * sent only to the API that issued it.
 * @throws USAGE, ACCOUNT_FILE, CONFIG_…
 */
export async function findSession(context: Context, flags: AccountFlags): Promise<Session> {
  const { env } = context;
  const profile = parseProfileName(flags.profile ?? (env["TOOLKIT_PROFILE"] || "default"));
  const stored = readProfile(env, profile, (file) =>
    context.log(`${file} was readable by others; only its owner can read it now.\n`),
  );
  const named = flags.api ?? (env["TOOLKIT_API"] || undefined);
  const fromEnv = env["TOOLKIT_TOKEN"] || undefined;
  const base = { profile, email: undefined };
  if (fromEnv !== undefined && flags.profile === undefined) {
    if (!/^[\x21-\x7e]+$/.test(fromEnv))
      throw new ToolkitError("USAGE", { detail: "TOOLKIT_TOKEN is not a token." });
    const api = named === undefined ? await configuredApi(context) : parseApiAddress(named);
    return { ...base, api, token: fromEnv, source: "environment" };
  }
  const api =
    named === undefined ? (stored?.api ?? (await configuredApi(context))) : parseApiAddress(named);
  if (stored?.api === api)
    return { profile, api, email: stored.email, token: stored.token, source: "file" };
  const elsewhere = stored && { elsewhere: stored.api };
  return { ...base, api, token: undefined, source: "none", ...elsewhere };
}

/** Address of the API in the site's configuration. */
export async function configuredApi({ root }: Context): Promise<string> {
  if (!fs.existsSync(path.join(root, "toolkit.config.ts")))
    throw new ToolkitError("USAGE", {
      detail: `Name the API with --api: ${root} has no toolkit.config.ts that does.`,
    });
  const { loadConfig } = await import("../build/load/config.ts");
  const { api, site } = await loadConfig(root);
  return parseApiAddress(api.baseUrl || site.origin);
}

/** Creates a client for a session. */
export const openClient = (context: Context, session: Session): Client =>
  createClient({
    api: session.api,
    token: session.token,
    env: context.env,
    signal: context.signal,
    onPause: (seconds) => {
      if (context.interactive)
        context.log(`${session.api} is busy; trying again in ${seconds} s …\n`);
    },
  });

/**
 * A session with a token.
 * @throws NOT_LOGGED_IN and errors of `findSession`
 */
export async function requireSession(
  context: Context,
  flags: AccountFlags,
): Promise<Session & { readonly token: string }> {
  const session = await findSession(context, flags);
  const { token, profile, api, elsewhere } = session;
  if (token !== undefined) return { ...session, token };
  const subject = profile === "default" ? "Nobody is" : `Nobody of profile "${profile}" is`;
  const where = elsewhere === undefined ? "." : `; the profile is at ${elsewhere}.`;
  throw new ToolkitError("NOT_LOGGED_IN", { detail: `${subject} logged in at ${api}${where}` });
}

/** Runs work with a client, and closes the client. */
export async function withClient<Result>(
  context: Context,
  session: Session,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = openClient(context, session);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
