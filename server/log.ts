export type LogValue = string | number | boolean | null | undefined;

/** What happens, for the operator: no secrets, no addresses of people, no contents of requests. */
export type Log = (
  level: "info" | "warn" | "error",
  event: string,
  values?: Readonly<Record<string, LogValue>>,
) => void;

const LONGEST = 4000;

/** A line of JSON for each event. Control characters cannot end a line: JSON escapes them. */
export const createLog =
  (write: (line: string) => unknown, clock: () => number = Date.now): Log =>
  (level, event, values = {}) => {
    const line: Record<string, LogValue> = { at: new Date(clock()).toISOString(), level, event };
    for (const [name, value] of Object.entries(values))
      line[name] = typeof value === "string" ? value.slice(0, LONGEST) : value;
    write(`${JSON.stringify(line)}\n`);
  };

/** What is known of an error: its name, words and place, and what it came from. */
export function describeError(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: String(error) };
  const { code } = error as { code?: unknown };
  return {
    error: `${error.name}: ${error.message}`,
    ...(typeof code === "string" && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && { cause: describeError(error.cause)["error"]! }),
  };
}
