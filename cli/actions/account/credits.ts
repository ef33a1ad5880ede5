import type { Command } from "commander";
import { claim } from "../../account/claim.ts";
import {
  type Overview,
  describeDaily,
  describePlan,
  describeUse,
  loadOverview,
} from "../../account/overview.ts";
import { renderFacts } from "../../account/render-facts.ts";
import {
  type AccountFlags,
  type Session,
  requireSession,
  withClient,
} from "../../account/session.ts";
import { counted, isoTime, showCount, showLength } from "../../account/show.ts";
import { DAYS } from "../../account/use.ts";
import type { Context } from "../../command-kit/context.ts";
import { renderTable } from "../../command-kit/render-table.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { showsUnicode, sparkline } from "../../terminal/layout/sparkline.ts";
import { canShow, showAccount } from "../../terminal/start.ts";

interface Options extends AccountFlags {
  readonly claim?: string;
  readonly plain?: boolean;
  readonly input: boolean;
  readonly color: boolean;
}

/** `toolkit credits` and `toolkit credits claim` */
export default async function credits(
  context: Context,
  input: object,
  command: Command,
): Promise<ExitCode> {
  const options = input as Options;
  if (options.claim !== undefined && options.claim !== "claim")
    command.error(`error: credits has no "${options.claim}"; there is \`toolkit credits claim\`.`);
  const session = await requireSession(context, options);
  if (options.claim === "claim") return await claimNow(context, session, options);
  if (canShow(context, options))
    return await showAccount(context, session, { view: "credits", color: options.color });
  const now = Date.now() / 1000;
  const overview = await withClient(context, session, (client) => loadOverview(client, now));
  if (options.json) context.print(`${JSON.stringify(toJson(overview, session))}\n`);
  else if (context.printsToTerminal) context.print(renderText(overview, { now, env: context.env }));
  else context.print(renderFacts(toRows(overview), false));
  return 0;
}

async function claimNow(context: Context, session: Session, { json }: Options): Promise<ExitCode> {
  const { added, free, paid } = await withClient(context, session, claim);
  if (json) context.print(`${JSON.stringify({ added, free_credits: free, buy_credits: paid })}\n`);
  else
    context.log(`${counted(added, "credit")} claimed. There are ${showCount(free + paid)} now.\n`);
  return 0;
}

function toJson(
  { email, userId, free, paid, daily, subscription, use }: Overview,
  session: Session,
) {
  const { days, tools, credits: spent, jobs, isComplete } = use;
  return {
    email,
    user_id: userId,
    api: session.api,
    credits: free + paid,
    free_credits: free,
    buy_credits: paid,
    daily: {
      credits: daily.amount,
      claims: daily.claims,
      claimable: daily.isDue,
      next_at: daily.isDue ? null : isoTime(daily.nextAt),
    },
    subscription,
    use: { credits: spent, jobs, complete: isComplete, days, tools },
  };
}

/** Rows of tab-separated values: name and value. */
const toRows = ({ email, free, paid, daily, subscription, use }: Overview) =>
  [
    ["account", email],
    ["credits", String(free + paid)],
    ["free_credits", String(free)],
    ["buy_credits", String(paid)],
    ["daily_credits", String(daily.amount)],
    ["next_claim_at", daily.isDue ? "now" : isoTime(daily.nextAt)],
    ["plan", subscription ? subscription.plan_id : ""],
    ["plan_period", subscription ? subscription.period : ""],
    ["plan_until", subscription ? isoTime(subscription.renews_at) : ""],
    [`used_in_${DAYS}_days`, String(use.credits)],
    [`jobs_in_${DAYS}_days`, String(use.jobs)],
  ] as const;

const ALIGN = ["start", "end", "end", "end"] as const;

function renderText(
  { email, free, paid, daily, subscription, use }: Overview,
  { now, env }: { readonly now: number; readonly env: Context["env"] },
): string {
  const bars = sparkline(
    use.days.map((day) => day.credits),
    showsUnicode(env),
  );
  const facts = renderFacts(
    [
      ["Account", email],
      [
        "Credits",
        `${showCount(free + paid)} (${showCount(free)} free, ${showCount(paid)} of plan and packs)`,
      ],
      ["Daily", describeDaily(daily, now)],
      ["Plan", describePlan(subscription)],
      [`${DAYS} days`, bars],
      ["Spent", describeUse(use)],
    ],
    true,
  );
  if (use.tools.length === 0) return facts;
  const rows = use.tools.map(({ tool, jobs, credits: spent, seconds }) => [
    tool,
    showCount(jobs),
    showCount(spent),
    showLength(seconds),
  ]);
  return `${facts}\n${renderTable(["TOOL", "JOBS", "CREDITS", "LENGTH"], rows, true, ALIGN)}`;
}
