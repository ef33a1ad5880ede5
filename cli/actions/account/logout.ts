import { logout as logoutCall } from "#core/api/accounts/logout.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import {
  type Profile,
  listProfiles,
  parseProfileName,
  readProfile,
  removeProfile,
} from "../../account/profiles.ts";
import { type AccountFlags, withClient } from "../../account/session.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";

interface Options extends AccountFlags {
  readonly all?: boolean;
}

/** Outcome of logging out of a profile. */
interface LoggedOut {
  readonly profile: string;
  readonly email: string;
  /** Whether the API revoked the token. */
  readonly revoked: boolean;
}

/** `toolkit logout`: revokes and forgets the token; forgets it even if it cannot be revoked. */
export default async function logout(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { env } = context;
  const names = options.all
    ? listProfiles(env)
    : [parseProfileName(options.profile ?? (env["TOOLKIT_PROFILE"] || "default"))];
  const done: LoggedOut[] = [];
  for (const profile of names) {
    const stored = readStored(context, profile);
    if (stored === undefined) continue;
    const revoked = stored !== "damaged" && (await endToken(context, profile, stored));
    removeProfile(env, profile);
    done.push({ profile, email: stored === "damaged" ? "" : stored.email, revoked });
  }
  if (done.length === 0)
    throw new ToolkitError("NOT_LOGGED_IN", {
      detail: options.all ? "No profile is logged in." : `Profile "${names[0]}" is not logged in.`,
    });
  if (options.json) context.print(`${JSON.stringify(done)}\n`);
  else
    for (const { profile, email } of done)
      context.log(`Logged out: ${email || "a damaged file"} (profile ${profile}).\n`);
  if (env["TOOLKIT_TOKEN"])
    context.log("TOOLKIT_TOKEN is still set; unset it to be logged out everywhere.\n");
  return 0;
}

function readStored({ env }: Context, profile: string): Profile | "damaged" | undefined {
  try {
    return readProfile(env, profile, () => {});
  } catch (error) {
    if (error instanceof ToolkitError && error.code === "ACCOUNT_FILE") return "damaged";
    throw error;
  }
}

async function endToken(context: Context, profile: string, stored: Profile): Promise<boolean> {
  try {
    await withClient(context, { profile, source: "file", ...stored }, (client) =>
      client.call(logoutCall, {}),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ToolkitError) || error.code === "CANCELLED") throw error;
    if (error.code === "NOT_LOGGED_IN") return true;
    context.log(
      `${stored.api} did not revoke the token (${error.message}) The token was deleted here, and expires later.\n`,
    );
    return false;
  }
}
