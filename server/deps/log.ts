export type LogValue = string | number | boolean | null | undefined;

/** What is told of an event, by names that a line does not have of its own. */
export type LogValues = Readonly<Record<string, LogValue>> & {
  readonly [name in "at" | "level" | "event"]?: never;
};

/** What happens, for the operator: no secrets, no addresses of people, no contents of requests. */
export type Log = (level: "info" | "warn" | "error", event: string, values?: LogValues) => void;

const LONGEST = 4000;

/** Characters that JSON leaves as they are, and that control terminals or turn text around. */
const CONTROLS = /[\u007f-\u009f\u00ad\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;
const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A line of JSON for each event. Control characters are escaped: none ends a line or reaches a terminal. */
export const createLog =
  (write: (line: string) => unknown, clock: () => number = Date.now): Log =>
  (level, event, values = {}) => {
    const head = { at: new Date(clock()).toISOString(), level, event };
    const fields = Object.entries(values as Record<string, LogValue>).map(
      ([name, value]) =>
        [name, typeof value === "string" ? value.slice(0, LONGEST) : value] as const,
    );
    // First in the line, and last, as types do not say what is in a spread.
    const line = JSON.stringify({ ...head, ...Object.fromEntries(fields), ...head });
    write(`${line.replace(CONTROLS, escaped)}\n`);
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
