import { changePassword } from "#core/api/accounts/change-password.ts";
import { type AskPorts, ASK_PORTS, readLines } from "../../account/ask.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { withSecondCode } from "../../account/second-code.ts";
import { type AccountFlags, requireSession, withClient } from "../../account/session.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";

interface Options extends AccountFlags {
  readonly passwordStdin?: boolean;
  readonly secondCode?: string;
  /** False for --no-input. */
  readonly input: boolean;
}

/** `toolkit password` */
export default async function password(
  context: Context,
  input: object,
  ports: AskPorts = ASK_PORTS,
): Promise<ExitCode> {
  const options = input as Options;
  const session = await requireSession(context, options);
  const canAsk = context.canAsk && options.input;
  const [old, next] = await readPasswords(context, options, ports);
  const askCode = async (): Promise<string | undefined> =>
    canAsk ? await (await ports.ask(context.signal)).secondCode() : undefined;
  await withClient(context, session, (client) =>
    withSecondCode(options.secondCode, askCode, (second) =>
      client.call(changePassword, { old_password: old, password: next, ...second }),
    ),
  );
  if (options.json) context.print(`${JSON.stringify({ changed: true })}\n`);
  else context.log("The password is changed. All other sessions have ended.\n");
  return 0;
}

async function readPasswords(
  context: Context,
  { passwordStdin, input }: Options,
  { ask, stdin }: AskPorts,
): Promise<readonly [string, string]> {
  if (passwordStdin) {
    const [old = "", next = ""] = await readLines(stdin, 2);
    if (old === "" || next === "")
      throw new ToolkitError("USAGE", {
        detail:
          "--password-stdin wants two lines on the standard input: the current password and the new one.",
      });
    return [old, next];
  }
  if (!context.canAsk || !input)
    throw new ToolkitError("USAGE", {
      detail: "Nobody can be asked here: give both passwords to --password-stdin.",
    });
  const ports = await ask(context.signal);
  const old = await ports.password(false);
  const next = old === undefined ? undefined : await ports.password(true);
  if (old === undefined || next === undefined) throw new ToolkitError("CANCELLED", {});
  return [old, next];
}
