import type { OperatedJob } from "#core/api/contract/job-shapes.ts";
import { findJobs } from "#core/api/jobs/find-jobs.ts";
import { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import { redriveJobs } from "#core/api/jobs/redrive-jobs.ts";
import { stopJob } from "#core/api/jobs/stop-job.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { JOB_STATES, type JobState } from "#core/jobs/job-states.ts";
import type { Client } from "../account/client.ts";
import { withClient } from "../account/session.ts";
import { counted, isoTime, showSpan, showTime } from "../account/show.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderTable } from "../command-kit/render-table.ts";
import { operatorSession } from "../ratings/operator-session.ts";
import { cleanText } from "../text/clean-text.ts";

interface Options {
  readonly api?: string;
  readonly state?: string;
  readonly pool?: string;
  readonly tool?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly id?: string;
  readonly ids?: readonly string[];
}

/** Calls that find the next jobs at most, for a server that never says that there are no more. */
const MAX_PAGES = 10_000;

const isState = (text: string): text is JobState =>
  (JOB_STATES as readonly string[]).includes(text);

const asOperator = async <T>(
  context: Context,
  options: Options,
  work: (client: Client) => Promise<T>,
): Promise<T> => withClient(context, await operatorSession(context, options), work);

/** `toolkit jobs` */
export default async function jobs(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { state, pool, tool, all = false, json = false } = options;
  if (state !== undefined && !isState(state))
    throw new ToolkitError("USAGE", {
      detail: `--state takes one of ${JOB_STATES.join(", ")}; found "${state}".`,
    });
  const filter = {
    ...(state !== undefined && { state }),
    ...(pool !== undefined && { pool }),
    ...(tool !== undefined && { tool }),
  };
  const { list, more } = await asOperator(context, options, async ({ call }) => {
    const found: OperatedJob[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const before = found.at(-1)?.id;
      const next = await call(findJobs, { ...filter, ...(before !== undefined && { before }) });
      found.push(...next.list);
      if (!all || !next.more || next.list.length === 0) return { list: found, more: next.more };
    }
    return { list: found, more: true };
  });
  if (json) context.print(`${JSON.stringify({ list, more })}\n`);
  else showJobs(context, list, more);
  return 0;
}

function showJobs(
  { print, log, printsToTerminal }: Context,
  list: readonly OperatedJob[],
  more: boolean,
): void {
  const timeOf = printsToTerminal ? showTime : isoTime;
  const rows = list.map((job) =>
    [
      timeOf(job.created_at),
      job.state,
      `${Math.round(100 * job.progress)}%`,
      job.tool,
      job.pool,
      job.account,
      String(job.attempt),
      job.fault ?? "",
      job.id,
    ].map(cleanText),
  );
  const header = ["TIME", "STATE", "DONE", "TOOL", "POOL", "ACCOUNT", "ATTEMPT", "FAULT", "ID"];
  if (rows.length > 0 || !printsToTerminal) print(renderTable(header, rows, printsToTerminal));
  if (!printsToTerminal) return;
  if (rows.length === 0) log("No jobs.\n");
  else if (more) log(`The newest ${counted(rows.length, "job")}; --all shows all of them.\n`);
}

/** `toolkit jobs queue` */
export async function showQueue(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { counts } = await asOperator(context, options, ({ call }) => call(getJobQueue, {}));
  const { print, log, printsToTerminal } = context;
  if (options.json) {
    print(`${JSON.stringify({ counts })}\n`);
    return 0;
  }
  const rows = counts.map(({ pool, state, count, oldest }) =>
    [pool, state, String(count), printsToTerminal ? showSpan(oldest) : String(oldest)].map(
      cleanText,
    ),
  );
  if (rows.length === 0 && printsToTerminal) log("No jobs.\n");
  else print(renderTable(["POOL", "STATE", "JOBS", "OLDEST"], rows, printsToTerminal));
  return 0;
}

/** `toolkit jobs cancel` */
export async function cancelJobs(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const list = await asOperator(context, options, async ({ call }) => {
    const stopped: OperatedJob[] = [];
    for (const id of options.ids ?? []) stopped.push(await call(stopJob, { id }));
    return stopped;
  });
  if (options.json) context.print(`${JSON.stringify({ list })}\n`);
  else for (const { id, state } of list) context.print(`${cleanText(id)}\t${state}\n`);
  return 0;
}

/** `toolkit jobs redrive` */
export async function redrive(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { id, tool } = options;
  const filter = { ...(id !== undefined && { id }), ...(tool !== undefined && { tool }) };
  const redriven = await asOperator(context, options, async ({ call }) => {
    let sum = 0;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { redriven: count } = await call(redriveJobs, filter);
      sum += count;
      if (count === 0) break;
    }
    return sum;
  });
  if (options.json) context.print(`${JSON.stringify({ redriven })}\n`);
  else context.log(`${counted(redriven, "job")} queued again.\n`);
  return 0;
}
