import { ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";

export interface Choice {
  readonly value: string;
  readonly hint?: string;
}

/** A value that a new file needs: from a flag of the command, or a question. */
export interface Question {
  /** Name of the flag, without leading hyphens. */
  readonly flag: string;
  /** Text of the question. */
  readonly message: string;
  /** Possible answers, if the list is closed. */
  readonly choices?: readonly Choice[];
  /** Suggested answer. */
  readonly initial?: string;
  /** Value used if prompting is impossible; without it, the flag is required then. */
  readonly fallback?: string;
  /** Whether it is only a flag, without a question. */
  readonly silent?: boolean;
  /** Returns why an answer is invalid. */
  readonly validate?: (value: string) => string | undefined;
}

export type Answers = Readonly<Record<string, string>>;

/** Asks the user a question. @returns undefined if the user cancels */
export type Ask = (question: Question) => Promise<string | undefined>;

/**
 * Finds an answer to every question: from flags, the user, or the fallback.
 * @param next the next question, given the answers so far; undefined at the end
 * @param ask undefined if prompting is impossible
 * @throws USAGE with all missing flags, or with the first invalid one
 */
export async function answerQuestions(
  next: readonly ((answers: Answers) => Question | undefined)[],
  flags: Readonly<Record<string, unknown>>,
  ask: Ask | undefined,
): Promise<Answers> {
  const answers: Record<string, string> = {};
  const missing: Question[] = [];
  for (const make of next) {
    const question = make(answers);
    if (!question) continue;
    const { flag, fallback, silent } = question;
    const given = flags[flag];
    if (typeof given === "string") {
      const value = given.trim();
      const detail = faultOf(question, value);
      if (detail) throw new ToolkitError("USAGE", { detail: `--${flag}: ${detail}` });
      answers[flag] = value;
    } else if (ask && !silent) {
      const value = await ask(question);
      if (value === undefined) throw new ToolkitError("CANCELLED", {});
      answers[flag] = value.trim();
    } else if (fallback !== undefined) answers[flag] = fallback;
    else missing.push(question);
  }
  if (missing.length > 0)
    throw new ToolkitError("USAGE", {
      detail: `These flags are missing:\n${missing.map(describe).join("\n")}`,
    });
  return answers;
}

/** Returns why an answer is invalid. */
export function faultOf({ choices, validate }: Question, value: string): string | undefined {
  if (value === "") return "it is empty.";
  if (choices && !choices.some((choice) => choice.value === value)) {
    const values = choices.map((choice) => choice.value);
    const similar = findSimilar(value, values);
    return `there is no "${value}".${similar === undefined ? "" : ` Did you mean "${similar}"?`} It is one of ${values.join(", ")}.`;
  }
  return validate?.(value);
}

function describe({ flag, message, choices, initial }: Question): string {
  const values = choices?.map(({ value }) => value).join(", ");
  return `  --${flag}: ${message}${values ? ` (${values})` : ""}${initial ? `, such as ${initial}` : ""}`;
}
