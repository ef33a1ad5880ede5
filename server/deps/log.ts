export type LogValue = string | number | boolean | null | undefined;

/** What is told of an event, by names that a line does not have of its own. */
export type LogValues = Readonly<Record<string, LogValue>> & {
  readonly [name in "at" | "level" | "event"]?: never;
};

/** What happens, for the operator: no secrets, no addresses of people, no contents of requests. */
export type Log = (level: "info" | "warn" | "error", event: string, values?: LogValues) => void;

const LONGEST = 4000;

/** A line of JSON for each event. Control characters cannot end a line: JSON escapes them. */
export const createLog =
  (write: (line: string) => unknown, clock: () => number = Date.now): Log =>
  (level, event, values = {}) => {
    const head = { at: new Date(clock()).toISOString(), level, event };
    const told = Object.entries(values as Record<string, LogValue>).map(
      ([name, value]) =>
        [name, typeof value === "string" ? value.slice(0, LONGEST) : value] as const,
    );
    // First in the line, and last, as types do not say what is in a spread.
    write(`${JSON.stringify({ ...head, ...Object.fromEntries(told), ...head })}\n`);
  };

/** What is known of an error: its name, words and place, and what it came from. */
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
