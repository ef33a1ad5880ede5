import { CODE, PASSWORD, email as emailShape } from "#core/api/contract/shapes.ts";

/** Prompts of a login; undefined if the user canceled. */
export interface AskAccount {
  readonly email: (initial: string | undefined) => Promise<string | undefined>;
  /** Does not echo the input. @param isNew whether it is a new password, which is entered twice */
  readonly password: (isNew: boolean) => Promise<string | undefined>;
  readonly code: () => Promise<string | undefined>;
  /** Code of an authenticator, or a recovery code. */
  readonly secondCode: () => Promise<string | undefined>;
}

/** Sources of answers. */
export interface AskPorts {
  readonly ask: (signal: AbortSignal) => Promise<AskAccount>;
  readonly stdin: AsyncIterable<unknown>;
}

export const isEmail = (text: string): boolean => emailShape.safeParse(text).success;
export const isCode = (text: string): boolean => /^\d+$/.test(text) && text.length === CODE.digits;

/** Prompts on the terminal, on stderr. */
export async function createAsk(signal: AbortSignal): Promise<AskAccount> {
  const { isCancel, log, password, text } = await import("@clack/prompts");
  const streams = { input: process.stdin, output: process.stderr, signal };
  const answerOf = (answer: string | symbol): string | undefined =>
    isCancel(answer) ? undefined : (answer as string).trim();
  const askPassword = async (message: string, isNew: boolean): Promise<string | undefined> => {
    const answer = await password({
      ...streams,
      message,
      validate: (value = "") => {
        if (value === "") return "Type the password.";
        if (isNew && value.length < PASSWORD.min)
          return `It needs at least ${PASSWORD.min} characters.`;
        return value.length > PASSWORD.max
          ? `It can have up to ${PASSWORD.max} characters.`
          : undefined;
      },
    });
    return isCancel(answer) ? undefined : (answer as string);
  };
  return {
    email: async (initial) =>
      answerOf(
        await text({
          ...streams,
          message: "Email address",
          ...(initial !== undefined && { initialValue: initial }),
          validate: (value) =>
            isEmail(value ?? "") ? undefined : "It looks like name@example.org.",
        }),
      ),
    async password(isNew) {
      if (!isNew) return await askPassword("Password", false);
      for (;;) {
        const first = await askPassword(`New password, ${PASSWORD.min} characters or more`, true);
        if (first === undefined) return undefined;
        const second = await askPassword("The same again", false);
        if (second === undefined || second === first) return second;
        log.warn("These are two different passwords.", { output: process.stderr });
      }
    },
    code: async () =>
      answerOf(
        await text({
          ...streams,
          message: "Code from the message",
          validate: (value) =>
            isCode((value ?? "").trim()) ? undefined : `It has ${CODE.digits} digits.`,
        }),
      ),
    secondCode: async () =>
      answerOf(
        await text({
          ...streams,
          message: "Code of the authenticator app, or a recovery code",
          validate: (value) => ((value ?? "").trim() === "" ? "Type the code." : undefined),
        }),
      ),
  };
}

/** The terminal and standard input. */
export const ASK_PORTS: AskPorts = { ask: createAsk, stdin: process.stdin };

/** The first lines of a stream, such as passwords that another program writes. */
export async function readLines(
  input: AsyncIterable<unknown>,
  count: number,
): Promise<readonly string[]> {
  let text = "";
  for await (const chunk of input) {
    text += String(chunk);
    if (text.split("\n").length > count || text.length > 4096) break;
  }
  return text.split(/\r?\n/).slice(0, count);
}

/** The first line of a stream. */
export const readLine = async (input: AsyncIterable<unknown>): Promise<string> =>
  (await readLines(input, 1))[0]!;
