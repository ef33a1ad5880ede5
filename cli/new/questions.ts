import { ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";

export interface Choice {
  readonly value: string;
  readonly hint?: string;
}

/** Something that a new file needs to know: a flag of the command, or a question. */
export interface Question {
  /** Name of the flag, without hyphens in front. */
  readonly flag: string;
  /** What is asked. */
  readonly message: string;
  /** What may be answered, when that is a closed list. */
  readonly choices?: readonly Choice[];
  /** What a question suggests. */
  readonly initial?: string;
  /** What holds when nobody can be asked; without it the flag is required there. */
  readonly fallback?: string;
  /** Whether it is a flag only, whose fallback holds otherwise. */
  readonly silent?: boolean;
  /** Says what an answer must be, when it is not. */
  readonly validate?: (value: string) => string | undefined;
}

export type Answers = Readonly<Record<string, string>>;

/** Puts one question to a person. @returns undefined when they leave */
export type Ask = (question: Question) => Promise<string | undefined>;

/**
 * Finds an answer to every question: from the flags, from a person, from the fallback.
 * @param next the question that follows from the answers so far; undefined at the end
 * @param ask absent when nobody can be asked
 * @throws USAGE with every flag that is missing, or with the first one that cannot be used
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

/** Says what is wrong with an answer. */
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
