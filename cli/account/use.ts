import type { UsageRecord } from "#core/api/contract/shapes.ts";
import { showDay } from "./show.ts";

/** Period of the summary in days. */
export const DAYS = 30;

interface Spent {
  readonly credits: number;
  readonly jobs: number;
}

/** Credits spent in the last days, without refunded ones. */
export interface Use extends Spent {
  /** Oldest first; the last one is today. */
  readonly days: readonly ({ readonly date: string } & Spent)[];
  /** Most expensive first. */
  readonly tools: readonly ({ readonly tool: string; readonly seconds: number } & Spent)[];
  /** False if there were more jobs than were read. */
  readonly isComplete: boolean;
}

/** Start of the first day of the period, in epoch seconds. */
export function startOfUse(now: number): number {
  const date = new Date(now * 1000);
  date.setHours(0, 0, 0, 0);
  // Calendar days: those with a clock change are not 24 hours long.
  date.setDate(date.getDate() - (DAYS - 1));
  return date.getTime() / 1000;
}

/**
 * Sums up the costs of jobs.
 * @param now epoch seconds
 */
export function summarizeUse(
  records: readonly UsageRecord[],
  now: number,
  isComplete: boolean,
): Use {
  const first = startOfUse(now);
  const days = new Map(
    Array.from({ length: DAYS }, (_, at) => {
      const date = new Date(first * 1000);
      date.setDate(date.getDate() + at);
      const none = { credits: 0, jobs: 0 };
      return [showDay(date.getTime() / 1000), none] as [string, typeof none];
    }),
  );
  const tools = new Map<string, { credits: number; jobs: number; seconds: number }>();
  const all = { credits: 0, jobs: 0 };
  for (const { created_at, cost, charged = 0, state, tool, seconds } of records) {
    const day = days.get(showDay(created_at));
    if (!day) continue;
    const credits = state === "refunded" ? charged : cost;
    const ofTool = tools.get(tool) ?? { credits: 0, jobs: 0, seconds: 0 };
    tools.set(tool, ofTool);
    ofTool.seconds += seconds;
    for (const sum of [day, ofTool, all]) {
      sum.credits += credits;
      sum.jobs += 1;
    }
  }
  return {
    ...all,
    days: [...days].map(([date, spent]) => ({ date, ...spent })),
    tools: [...tools]
      .map(([tool, spent]) => ({ tool, ...spent }))
      .sort((a, b) => b.credits - a.credits || b.jobs - a.jobs || (a.tool < b.tool ? -1 : 1)),
    isComplete,
  };
}
