import { type ErrorSpec, CATALOG } from "./error-catalogue.ts";

export type ErrorCode = keyof typeof CATALOG;
export type ErrorParams<Code extends ErrorCode> = Parameters<(typeof CATALOG)[Code]["message"]>[0];
export const ERROR_CODES = Object.keys(CATALOG) as ErrorCode[];

export interface Location {
  /** Path relative to the site's root. */
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly column?: number;
  /** Path of the front matter value; resolved to line and column for display. */
  readonly field?: readonly (string | number)[];
  /** Text in the body; resolved likewise. */
  readonly text?: string;
}

/** A finding about the input, as data, so that all findings can be shown together. */
export interface Problem<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly params: ErrorParams<Code>;
  readonly severity: "error" | "warning";
  readonly location?: Location;
}

export function problem<Code extends ErrorCode>(
  code: Code,
  params: ErrorParams<Code>,
  location?: Location,
  severity: Problem["severity"] = "error",
): Problem {
  return { code, params, severity, ...(location && { location }) } as Problem;
}

export interface ErrorText {
  readonly title: string;
  readonly message: string;
  readonly fix?: string;
}

export function errorText({ code, params }: Pick<Problem, "code" | "params">): ErrorText {
  const spec: ErrorSpec = CATALOG[code];
  const fix = typeof spec.fix === "function" ? spec.fix(params as never) : spec.fix;
  return { title: spec.title, message: spec.message(params as never), ...(fix && { fix }) };
}

/** An error that the user can act on. Any other exception is a bug. */
export class ToolkitError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "ToolkitError";
  readonly code: Code;
  readonly params: ErrorParams<Code>;
  readonly location: Location | undefined;
  /** Several findings, when there is more than one. */
  readonly problems: readonly Problem[];

  constructor(
    code: Code,
    params: ErrorParams<Code>,
    options: { cause?: unknown; location?: Location; problems?: readonly Problem[] } = {},
  ) {
    super(errorText({ code, params } as Problem).message, { cause: options.cause });
    this.code = code;
    this.params = params;
    this.location = options.location;
    this.problems = options.problems ?? [];
  }
}

/** An error as sent between threads: code and parameters, no prose. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly params: object;
  readonly location?: Location;
}

export const toPlainError = (error: ToolkitError): PlainError => ({
  code: error.code,
  params: error.params,
  ...(error.location && { location: error.location }),
});

export const fromPlainError = ({ code, params, location }: PlainError): ToolkitError =>
  new ToolkitError(code, params as never, location && { location });
