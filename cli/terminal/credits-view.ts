import { describeDaily, describePlan, describeUse, type Overview } from "../account/overview.ts";
import { showCount, showLength } from "../account/show.ts";
import { DAYS } from "../account/use.ts";
import { fit } from "../text/display-width.ts";
import { type Line, type Tone, factLines, line } from "./layout/line.ts";
import { sparkline } from "./layout/sparkline.ts";

const INDENT = 9;
/** Balance in credits below which a warning is shown. */
const LITTLE = 5;

interface Picture {
  readonly columns: number;
  readonly now: number;
  readonly isUnicode: boolean;
}

/** Balance, daily claim, plan, usage and tools, in as many rows as needed. */
export function creditsLines(overview: Overview, { columns, now, isUnicode }: Picture): Line[] {
  const { free, paid, daily, subscription, use } = overview;
  const all = free + paid;
  const tone: Tone = all === 0 ? "bad" : all < LITTLE ? "warn" : "good";
  const at = { columns, indent: INDENT };
  const separator = isUnicode ? " · " : ", ";
  // The latest days that fit.
  const room = Math.max(7, Math.min(DAYS, columns - INDENT));
  const bars = sparkline(
    use.days.slice(-room).map(({ credits }) => credits),
    isUnicode,
  );
  const number = showCount(all);
  const parts = `${showCount(free)} free${separator}${showCount(paid)} of plan and packs`;
  const isWide = INDENT + number.length + 3 + parts.length <= columns;
  return [
    [
      { text: "Credits".padEnd(INDENT), tone: "dim" },
      { text: number, tone },
      ...(isWide ? [{ text: `   ${parts}` }] : []),
    ],
    ...(isWide ? [] : factLines("", parts, at)),
    ...factLines("Daily", describeDaily(daily, now) + (daily.isDue ? ": press c" : ""), at),
    ...factLines("Plan", describePlan(subscription), at),
    [
      { text: `${DAYS} days`.padEnd(INDENT), tone: "dim" },
      { text: bars, tone: "accent" },
    ],
    ...factLines("", describeUse(use), at),
    ...toolLines(overview, columns),
  ];
}

function toolLines({ use }: Overview, columns: number): Line[] {
  if (use.tools.length === 0) return [];
  const width = Math.max(8, Math.min(32, columns - 26));
  const row = (cells: readonly [string, string, string, string]): string =>
    `${fit(cells[0], width)}${fit(cells[1], 7, "end")}${fit(cells[2], 9, "end")}${fit(cells[3], 10, "end")}`;
  return [
    line(""),
    line(row(["Tool", "Jobs", "Credits", "Length"]), "dim"),
    ...use.tools.map(({ tool, jobs, credits, seconds }) =>
      line(row([tool, showCount(jobs), showCount(credits), showLength(seconds)])),
    ),
  ];
}
