import { styleText } from "node:util";
import type { Context } from "./context.ts";

type Color = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";

/** Colors a text if the output supports colors. */
export type Paint = (color: Color, text: string) => string;

export const unpainted: Paint = (_, text) => text;
const painted: Paint = (color, text) => styleText(color, text, { validateStream: false });

/** @param isTerminal whether the output is a terminal */
export const paintFor = (isTerminal: boolean, env: Context["env"]): Paint =>
  isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb" ? painted : unpainted;
