import { ToolkitError } from "#core/errors/errors.ts";

/**
 * Sends a request; if the account requires a code of its authenticator, prompts for it and sends
 * the request again.
 * @param given the code of a flag
 * @param ask undefined if prompting is impossible
 */
export async function withSecondCode<T>(
  given: string | undefined,
  ask: () => Promise<string | undefined>,
  send: (second: { readonly second_code?: string }) => Promise<T>,
): Promise<T> {
  try {
    return await send(given === undefined ? {} : { second_code: given });
  } catch (error) {
    const isCodeNeeded =
      error instanceof ToolkitError &&
      error.code === "API_REFUSED" &&
      (error as ToolkitError<"API_REFUSED">).params.key === "second_code_needed";
    const code = isCodeNeeded ? await ask() : undefined;
    if (code === undefined) throw error;
    return await send({ second_code: code });
  }
}
