import { type Ask, faultOf } from "./questions.ts";

/** Prompts on the terminal, on stderr. */
export async function createPrompts(signal: AbortSignal): Promise<Ask> {
  const { autocomplete, isCancel, select, text } = await import("@clack/prompts");
  const streams = { input: process.stdin, output: process.stderr, signal };
  return async (question) => {
    const { message, choices, initial } = question;
    const options = choices?.map(({ value, hint }) => ({
      value,
      label: value,
      ...(hint && { hint }),
    }));
    const answer = options
      ? await (options.length > 8 ? autocomplete : select)({
          ...streams,
          message,
          options,
          maxItems: 10,
          ...(initial !== undefined && { initialValue: initial }),
        })
      : await text({
          ...streams,
          message,
          ...(initial !== undefined && { initialValue: initial }),
          validate: (value) => faultOf(question, (value ?? "").trim()),
        });
    return isCancel(answer) ? undefined : answer;
  };
}
