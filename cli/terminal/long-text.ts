import { creditsLines } from "./credits-view.ts";
import { helpLines } from "./help-view.ts";
import type { Line } from "./layout/line.ts";
import { type Model, divide } from "./model.ts";

/** Usable width in columns: the last column is left free because some terminals wrap there. */
export const textColumns = ({ size }: Pick<Model, "size">): number =>
  Math.max(10, size.columns) - 1;

/** Rows of a scrollable text, which may be taller than the screen. */
export function longText(model: Model): Line[] | undefined {
  const { view, mode, overview, now, account } = model;
  const columns = textColumns(model);
  if (mode.kind === "help") return helpLines(view, columns, account.isUnicode);
  if (view !== "credits" || !overview) return undefined;
  return creditsLines(overview, { columns, now, isUnicode: account.isUnicode });
}

/** Maximum scroll position. */
export const lastScroll = (model: Model): number =>
  Math.max(0, (longText(model)?.length ?? 0) - divide(model.size.rows).body);
