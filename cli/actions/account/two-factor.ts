import { beginTwoFactor } from "#core/api/accounts/begin-two-factor.ts";
import { confirmTwoFactor } from "#core/api/accounts/confirm-two-factor.ts";
import { endTwoFactor } from "#core/api/accounts/end-two-factor.ts";
import { getTwoFactor } from "#core/api/accounts/get-two-factor.ts";
import { renewRecoveryCodes } from "#core/api/accounts/renew-recovery-codes.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { type AskPorts, ASK_PORTS, readLine } from "../../account/ask.ts";
import { renderFacts } from "../../account/render-facts.ts";
import { type AccountFlags, requireSession, withClient } from "../../account/session.ts";
import { isoTime, showDay } from "../../account/show.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";

interface Options extends AccountFlags {
  readonly passwordStdin?: boolean;
  readonly secondCode?: string;
  /** False for --no-input. */
  readonly input: boolean;
}

/** `toolkit two-factor` */
export async function showTwoFactor(context: Context, input: object): Promise<ExitCode> {
  const flags = input as AccountFlags;
  const session = await requireSession(context, flags);
  const state = await withClient(context, session, (client) => client.call(getTwoFactor, {}));
  const { enabled, since, recovery_codes: left } = state;
  const timeOf = context.printsToTerminal ? showDay : isoTime;
  if (flags.json) context.print(`${JSON.stringify(state)}\n`);
  else
    context.print(
      renderFacts(
        [
          ["two-factor", enabled ? "on" : "off"],
          ...(since === null ? [] : [["since", timeOf(since)] as const]),
          ...(enabled ? [["recovery codes", String(left)] as const] : []),
        ],
        context.printsToTerminal,
      ),
    );
  return 0;
}

/** `toolkit two-factor on`: one interactive run, or two runs without a terminal. */
export async function turnOn(
  context: Context,
  input: object,
  ports: AskPorts = ASK_PORTS,
): Promise<ExitCode> {
  const options = input as Options;
  const answers = createAnswers(context, options, ports);
  const session = await requireSession(context, options);
  return await withClient<ExitCode>(context, session, async (client) => {
    let code = options.secondCode;
    if (code === undefined) {
      const { secret, uri } = await client.call(beginTwoFactor, {
        password: await answers.password(),
      });
      if (options.json) context.print(`${JSON.stringify({ secret, uri })}\n`);
      else await showKey(context, secret, uri);
      if (!answers.canAsk) {
        context.log("Run `toolkit two-factor on --second-code` with its code within an hour.\n");
        return 0;
      }
      code = await answers.code();
    }
    const { recovery_codes } = await client.call(confirmTwoFactor, { code: code.trim() });
    printCodes(context, recovery_codes, options);
    context.log(
      "Two-factor authentication is on. Keep the recovery codes: each opens once in place of the app.\n",
    );
    return 0;
  });
}

/** `toolkit two-factor off` */
export async function turnOff(
  context: Context,
  input: object,
  ports: AskPorts = ASK_PORTS,
): Promise<ExitCode> {
  const options = input as Options;
  const { session, proven } = await askBoth(context, options, ports);
  await withClient(context, session, (client) => client.call(endTwoFactor, proven));
  if (options.json) context.print(`${JSON.stringify({ enabled: false })}\n`);
  else context.log("Two-factor authentication is off.\n");
  return 0;
}

/** `toolkit two-factor recovery-codes` */
export async function renewCodes(
  context: Context,
  input: object,
  ports: AskPorts = ASK_PORTS,
): Promise<ExitCode> {
  const options = input as Options;
  const { session, proven } = await askBoth(context, options, ports);
  const { recovery_codes } = await withClient(context, session, (client) =>
    client.call(renewRecoveryCodes, proven),
  );
  printCodes(context, recovery_codes, options);
  return 0;
}

/** The session, and the password and second code of its user. */
async function askBoth(context: Context, options: Options, ports: AskPorts) {
  const answers = createAnswers(context, options, ports);
  const session = await requireSession(context, options);
  const proven = { password: await answers.password(), second_code: await answers.code() };
  return { session, proven };
}

function printCodes({ print }: Context, codes: readonly string[], { json }: Options): void {
  print(json ? `${JSON.stringify({ recovery_codes: codes })}\n` : `${codes.join("\n")}\n`);
}

/** Shows the key for an authenticator; on a terminal also as a QR code. */
async function showKey(context: Context, secret: string, uri: string): Promise<void> {
  if (context.printsToTerminal) {
    const { default: encode } = await import("qr");
    context.print(encode(uri, "term", { ecc: "low", border: 2 }));
  }
  context.print(`${secret}\n`);
  if (context.printsToTerminal)
    context.log("Scan this with an authenticator app, or type the key into it.\n");
}

function createAnswers(
  context: Context,
  { passwordStdin, secondCode, input }: Options,
  { ask, stdin }: AskPorts,
) {
  const canAsk = context.canAsk && input;
  const known = (answer: string | undefined): string => {
    if (answer === undefined) throw new ToolkitError("CANCELLED", {});
    return answer;
  };
  const refuse = (flag: string): never => {
    throw new ToolkitError("USAGE", { detail: `Nobody can be asked here: give ${flag}.` });
  };
  let ports: ReturnType<AskPorts["ask"]> | undefined;
  const openPorts = () => (ports ??= ask(context.signal));
  return {
    canAsk,
    password: async (): Promise<string> => {
      if (passwordStdin) return (await readLine(stdin)) || refuse("a password on standard input");
      return canAsk ? known(await (await openPorts()).password(false)) : refuse("--password-stdin");
    },
    code: async (): Promise<string> => {
      if (secondCode !== undefined) return secondCode;
      return canAsk ? known(await (await openPorts()).secondCode()) : refuse("--second-code");
    },
  };
}
