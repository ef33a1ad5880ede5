import { CONTROLS, SEQUENCES } from "./clean-text.ts";

/** What a progress line begins and ends with: it is drawn over the one before. */
const REDRAW = "\r\u001b[2K";
const NO_WRAP = `${REDRAW}\u001b[?7l`;
const WRAP = "\u001b[?7h";
/** The colors of `Paint`, and what ends them. */
const COLORS = new RegExp(String.raw`(\u001b\[(?:0|1|2|22|3[1236]|39)m)`);

/**
 * A text with no control sequences but this program's own. Whatever a file, a server or another
 * program has put into it cannot move the cursor, rename the window, hide text or turn it around.
 */
export function terminalText(text: string): string {
  const isUnwrapped = text.startsWith(NO_WRAP) && text.endsWith(WRAP);
  const start = isUnwrapped ? NO_WRAP : text.startsWith(REDRAW) ? REDRAW : "";
  const end = isUnwrapped ? WRAP : "";
  const between = text.slice(start.length, text.length - end.length);
  // Colors stand at the odd places.
  const parts = between
    .split(COLORS)
    .map((part, at) => (at % 2 === 1 ? part : withoutControls(part)));
  return start + parts.join("") + end;
}

/** Line ends and tabs stay. */
const withoutControls = (text: string): string =>
  text.replace(SEQUENCES, "").replace(CONTROLS, (each) => (/[\n\t]/.test(each) ? each : ""));
