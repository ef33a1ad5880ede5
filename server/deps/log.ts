export type LogValue = string | number | boolean | null | undefined;

/** Values of an event; their names must not collide with the standard fields. */
export type LogValues = Readonly<Record<string, LogValue>> & {
  readonly [name in "at" | "level" | "event"]?: never;
};

/**
 * Writes an event to the operator's log: no secrets, no personal addresses, no request contents.
 */
export type Log = (level: "info" | "warn" | "error", event: string, values?: LogValues) => void;

const LONGEST = 4000;

/**
 * Characters that JSON does not escape and that control terminals or change the direction of text.
 */
const CONTROLS = /[\u007f-\u009f\u00ad\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;
const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Writes a line of JSON per event. Control characters are escaped, so that none ends a line or
 * reaches a terminal.
 */
export const createLog =
  (write: (line: string) => unknown, clock: () => number = Date.now): Log =>
  (level, event, values = {}) => {
    const head = { at: new Date(clock()).toISOString(), level, event };
    const fields = Object.entries(values as Record<string, LogValue>).map(
      ([name, value]) =>
        [name, typeof value === "string" ? value.slice(0, LONGEST) : value] as const,
    );
    // First for the order of the fields, and last because the types do not restrict the fields of a
    // spread.
    const line = JSON.stringify({ ...head, ...Object.fromEntries(fields), ...head });
    write(`${line.replace(CONTROLS, escaped)}\n`);
  };

/** An error's name, message, stack location and causes. */
export function describeError(error: unknown): {
  error: string;
  code?: string;
  stack?: string;
  cause?: string;
} {
  if (!(error instanceof Error)) return { error: String(error) };
  const { code } = error as { code?: unknown };
  return {
    error: `${error.name}: ${error.message}`,
    ...(typeof code === "string" && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && { cause: describeError(error.cause).error }),
  };
}
