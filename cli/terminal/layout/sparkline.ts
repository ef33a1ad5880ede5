const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;
const PLAIN_BARS = [".", ":", "-", "=", "+", "*", "#"] as const;

/**
 * Draws values as a row of bars, the largest one full. Zero is the lowest bar, and values above
 * zero are higher.
 * @param values each at least 0
 */
export function sparkline(values: readonly number[], isUnicode: boolean): string {
  const bars: readonly string[] = isUnicode ? BARS : PLAIN_BARS;
  const max = Math.max(...values, 0);
  const top = bars.length - 1;
  return values
    .map((value) => bars[value <= 0 ? 0 : Math.max(1, Math.round((value / max) * top))]!)
    .join("");
}

/** Whether a terminal supports Unicode, according to its environment. */
export function showsUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env["TERM"] === "linux") return false;
  if (process.platform === "win32") return Boolean(env["WT_SESSION"] ?? env["TERM_PROGRAM"]);
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return process.platform === "darwin" || /utf-?8/i.test(locale);
}
