import { ToolkitError } from "#core/errors/errors.ts";
import { type AccountFlags, type Session, configuredApi } from "../account/session.ts";
import { parseApiAddress } from "../account/api-address.ts";
import type { Context } from "../command-kit/context.ts";

/**
 * The operator's session at an API. The token belongs to no account: it is read from the
 * environment and never stored. Without one, the server accepts requests from its own machine.
 * @throws USAGE, CONFIG_…
 */
export async function operatorSession(
  context: Context,
  flags: Pick<AccountFlags, "api">,
): Promise<Session> {
  const { env } = context;
  const named = flags.api ?? (env["TOOLKIT_API"] || undefined);
  const token = env["TOOLKIT_OPERATOR_TOKEN"] || undefined;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new ToolkitError("USAGE", { detail: "TOOLKIT_OPERATOR_TOKEN is not a token." });
  const api = named === undefined ? await configuredApi(context) : parseApiAddress(named);
  return {
    profile: "operator",
    api,
    email: undefined,
    token,
    source: token === undefined ? "none" : "environment",
  };
}
