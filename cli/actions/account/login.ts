import { randomUUID } from "node:crypto";
import { login as loginCall } from "#core/api/accounts/login.ts";
import { logout as logoutCall } from "#core/api/accounts/logout.ts";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import type { UserInfo } from "#core/api/contract/shapes.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { type AskPorts, ASK_PORTS, isCode, isEmail, readLine } from "../../account/ask.ts";
import type { Client } from "../../account/client.ts";
import {
  readCodeVerifier,
  removeCodeVerifier,
  writeCodeVerifier,
  writeProfile,
} from "../../account/profiles.ts";
import { withSecondCode } from "../../account/second-code.ts";
import { type AccountFlags, type Session, findSession, withClient } from "../../account/session.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";

interface Options extends AccountFlags {
  readonly email?: string;
  readonly passwordStdin?: boolean;
  readonly register?: boolean;
  readonly reset?: boolean;
  readonly code?: string;
  readonly secondCode?: string;
  /** False for --no-input. */
  readonly input: boolean;
}

/** `toolkit login` */
export default async function login(
  context: Context,
  input: object,
  ports: AskPorts = ASK_PORTS,
): Promise<ExitCode> {
  const options = input as Options;
  if (options.register && options.reset)
    throw usage(
      "--register creates an account, --reset is for one that exists: choose one of them.",
    );
  const session = await findSession(context, options);
  const answers = await createAnswers(context, options, ports);
  if (options.input && context.canAsk) context.log(`Logging in at ${session.api}.\n`);
  const email = await answers.email(session.email);
  const user = await withClient(context, session, (client) =>
    options.register || options.reset
      ? enterByCode(context, client, { options, email, answers, profile: session.profile })
      : enterByPassword(client, { options, email, answers }),
  );
  if (!user) return 0;
  removeCodeVerifier(context.env, session.profile);
  keep(context, session, user);
  if (session.source === "file") await endToken(context, session);
  const shown = user.user_info.user_email;
  if (options.json)
    context.print(
      `${JSON.stringify({ profile: session.profile, api: session.api, email: shown })}\n`,
    );
  else context.log(`Logged in as ${shown}.\n`);
  if (session.source === "environment")
    context.log(
      "TOOLKIT_TOKEN is set, and takes precedence over the profile that was just stored.\n",
    );
  return 0;
}

interface Answers {
  readonly email: (initial: string | undefined) => Promise<string>;
  readonly password: (isNew: boolean) => Promise<string>;
  /** Undefined if prompting is impossible. */
  readonly code: () => Promise<string | undefined>;
  /** Code of an authenticator; undefined if prompting is impossible. */
  readonly second: () => Promise<string | undefined>;
}

/** Answers from flags, standard input or prompts. */
async function createAnswers(
  context: Context,
  { email, code, passwordStdin, input }: Options,
  { ask, stdin }: AskPorts,
): Promise<Answers> {
  if (email !== undefined && !isEmail(email))
    throw usage(`--email takes an address such as name@example.org; found "${email}".`);
  if (code !== undefined && !isCode(code)) throw usage("--code takes the six digits of a message.");
  const canAsk = context.canAsk && input;
  const ports = canAsk ? await ask(context.signal) : undefined;
  const given = passwordStdin ? await readLine(stdin) : undefined;
  if (given === "") throw usage("--password-stdin found nothing on the standard input.");
  return {
    email: async (initial) => {
      if (email !== undefined) return email;
      if (!ports) throw usage("There is no terminal to ask on: name the account with --email.");
      return known(await ports.email(initial));
    },
    password: async (isNew) => {
      if (given !== undefined) return given;
      if (!ports)
        throw usage("There is no terminal to ask on: give the password with --password-stdin.");
      return known(await ports.password(isNew));
    },
    code: async () => code ?? (ports && known(await ports.code())),
    second: async () => ports && known(await ports.secondCode()),
  };
}

interface Entering {
  readonly options: Options;
  readonly email: string;
  readonly answers: Answers;
}

async function enterByPassword(
  client: Client,
  { options, email, answers }: Entering,
): Promise<UserInfo> {
  const password = await answers.password(false);
  return await withSecondCode(options.secondCode, answers.second, (second) =>
    client.call(loginCall, { email, password, ...second }),
  );
}

/**
 * Registers an account, or resets a password, with a code that is sent by email.
 * @returns undefined if the code was sent and cannot be prompted for
 */
async function enterByCode(
  context: Context,
  client: Client,
  { options, email, answers, profile }: Entering & Pick<Session, "profile">,
): Promise<UserInfo | undefined> {
  // A code that is entered in a later run belongs to the secret that this run sent.
  const verifier =
    options.code === undefined ? randomUUID() : readCodeVerifier(context.env, profile);
  const bound = verifier === undefined ? {} : { code_verifier: verifier };
  if (options.code === undefined) {
    if (options.register)
      await client.call(register, { email, password: await answers.password(true), ...bound });
    else await client.call(requestReset, { email, ...bound });
    context.log(
      options.register
        ? `If ${email} has no account yet, a code is on its way there.\n`
        : `If ${email} has an account, a code is on its way there.\n`,
    );
  }
  const code = await answers.code();
  if (code === undefined) {
    writeCodeVerifier(context.env, profile, verifier!);
    context.log("Run the same command with --code and the digits of the message.\n");
    return undefined;
  }
  if (options.register) return await client.call(verifyCode, { email, code, ...bound });
  const password = await answers.password(true);
  return await withSecondCode(options.secondCode, answers.second, (second) =>
    client.call(verifyReset, { email, code, password, ...bound, ...second }),
  );
}

function keep({ env }: Context, { profile, api }: Session, user: UserInfo): void {
  writeProfile(env, profile, { api, email: user.user_info.user_email, token: user.token });
}

/** Revokes the token that the new one replaces, instead of letting it expire. */
async function endToken(context: Context, session: Session): Promise<void> {
  try {
    await withClient(context, session, (client) => client.call(logoutCall, {}));
  } catch (error) {
    if (!(error instanceof ToolkitError) || error.code === "CANCELLED") throw error;
  }
}

function known(answer: string | undefined): string {
  if (answer === undefined) throw new ToolkitError("CANCELLED", {});
  return answer;
}

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });
