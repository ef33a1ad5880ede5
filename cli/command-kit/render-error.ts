import path from "node:path";
import { codeFrame } from "#core/errors/code-frame.ts";
import { type Problem, errorText, ToolkitError } from "#core/errors/errors.ts";
import { readText } from "../files/files.ts";
import { resolveDocs } from "../files/home.ts";
import { paintFor } from "./colors.ts";
import type { Context } from "./context.ts";

/** The output for problems; a terminal gets color. */
type Where = Pick<Context, "root"> & Partial<Pick<Context, "interactive" | "env">>;

/** A problem with its location, the lines around it and its fix. */
export function renderProblem(
  found: Problem,
  { root, interactive = false, env = {} }: Where,
): string {
  const paint = paintFor(interactive, env);
  const { title, message, fix } = errorText(found);
  const { file, line, column } = found.location ?? {};
  const location = [file, line, column].filter((part) => part !== undefined).join(":");
  const source =
    file !== undefined && line !== undefined ? readText(path.join(root, file)) : undefined;
  return [
    `${found.severity === "error" ? paint("red", "Error") : paint("yellow", "Warning")} ${paint("dim", `[${found.code}]`)} ${paint("bold", title)}`,
    location && paint("cyan", location),
    message,
    source !== undefined && line !== undefined && codeFrame(source, line, column),
    fix && paint("green", `Try: ${resolveDocs(fix, root)}`),
  ]
    .filter(Boolean)
    .join("\n")
    .concat("\n");
}

/** Renders problems for a terminal: errors last, and a problem that occurs in many files once. */
export function renderProblems(problems: readonly Problem[], where: Where): string {
  const sorted = [...problems].sort(
    (a, b) => Number(a.severity === "error") - Number(b.severity === "error"),
  );
  return sorted.map((found) => `${renderProblem(found, where)}\n`).join("");
}

/** Renders any thrown value for the terminal. */
export function renderError(error: unknown, where: Where, { debug = false } = {}): string {
  if (!(error instanceof ToolkitError)) {
    const detail =
      error instanceof Error
        ? debug
          ? (error.stack ?? error.message)
          : error.message
        : String(error);
    return `Bug in toolkit: this should not happen. Please report it${debug ? "" : " with what --debug shows"}.\n${detail}\n`;
  }
  const { code, params, location, message, problems } = error;
  const own = renderProblem(
    { code, params, severity: "error", ...(location && { location }) } as Problem,
    where,
  );
  // A worker serializes the cause as text.
  const cause = error.cause instanceof Error ? error.cause.stack : error.cause;
  const trace = debug && typeof cause === "string" ? `${cause}\n` : "";
  if (problems.length === 0) return own + trace;
  // An error that stands for its first problem has the same message.
  const isRepeated = problems.some((found) => errorText(found).message === message);
  return `${renderProblems(problems, where)}${isRepeated ? "" : `${message}\n`}`;
}
