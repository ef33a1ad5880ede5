import { getUser } from "#core/api/accounts/get-user.ts";
import { describePlan } from "../../account/overview.ts";
import { listProfiles, readProfile } from "../../account/profiles.ts";
import { renderFacts } from "../../account/render-facts.ts";
import { type AccountFlags, requireSession, withClient } from "../../account/session.ts";
import type { Context } from "../../command-kit/context.ts";
import { renderTable } from "../../command-kit/render-table.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";

interface Options extends AccountFlags {
  readonly all?: boolean;
}

/** `toolkit whoami`: calls the API, so that an expired token is reported. */
export default async function whoami(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  if (options.all) return listAll(context, options);
  const session = await requireSession(context, options);
  const user = await withClient(context, session, (client) => client.call(getUser, {}));
  const { profile, api, source } = session;
  const {
    subscription,
    user_info: { user_email: email, user_id },
  } = user;
  // Fields are listed one by one: the API's response contains the token.
  if (options.json)
    context.print(
      `${JSON.stringify({ email, user_id, api, profile: source === "file" ? profile : null, source, subscription })}\n`,
    );
  else
    context.print(
      renderFacts(
        [
          ["account", email],
          ["api", api],
          source === "file" ? ["profile", profile] : ["token", "from TOOLKIT_TOKEN"],
          ["plan", describePlan(subscription)],
        ],
        context.printsToTerminal,
      ),
    );
  return 0;
}

/** Lists the stored profiles without calling the API. */
function listAll({ env, print, log, printsToTerminal }: Context, { json }: Options): ExitCode {
  const profiles = listProfiles(env).map((name) => {
    const stored = readProfile(env, name, (file) =>
      log(`${file} was readable by others; only its owner can read it now.\n`),
    );
    return { profile: name, email: stored?.email ?? "", api: stored?.api ?? "" };
  });
  if (json) print(`${JSON.stringify(profiles)}\n`);
  else if (profiles.length === 0) log("No profile is logged in.\n");
  else
    print(
      renderTable(
        ["PROFILE", "ACCOUNT", "API"],
        profiles.map(({ profile, email, api }) => [profile, email, api]),
        printsToTerminal,
      ),
    );
  return 0;
}
