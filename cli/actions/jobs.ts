import { getJobQueue } from "#core/api/jobs/get-job-queue.ts";
import { listWorkers } from "#core/api/jobs/list-workers.ts";
import { redriveJobs } from "#core/api/jobs/redrive-jobs.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { JOB_STATES, type JobState } from "#core/jobs/job-states.ts";
import type { Client } from "../account/client.ts";
import type { RecordKind } from "../account/records.ts";
import { withClient } from "../account/session.ts";
import { counted } from "../account/show.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderTable } from "../command-kit/render-table.ts";
import { cancelJobs, drainWorkers } from "../jobs/change-jobs.ts";
import { createJobPager } from "../jobs/job-pagers.ts";
import { JOBS, QUEUE, WORKERS } from "../jobs/job-records.ts";
import { operatorSession } from "../ratings/operator-session.ts";
import { JOB_VIEWS } from "../terminal/model.ts";
import { canShow, showAccount } from "../terminal/start.ts";
import { cleanText } from "../text/clean-text.ts";

interface Options {
  readonly api?: string;
  readonly state?: string;
  readonly pool?: string;
  readonly tool?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly plain?: boolean;
  /** False for --no-input. */
  readonly input: boolean;
  /** False for --no-color. */
  readonly color: boolean;
  readonly id?: string;
  readonly ids?: readonly string[];
}

/** Calls at most, for a server that never says that there are no more jobs. */
const MAX_PAGES = 10_000;

const isState = (text: string): text is JobState =>
  (JOB_STATES as readonly string[]).includes(text);

const asOperator = async <T>(
  context: Context,
  options: Options,
  work: (client: Client) => Promise<T>,
): Promise<T> => withClient(context, await operatorSession(context, options), work);

/** Prints rows as a table, or separated by tabs. */
function printRows<Row>(
  { print, log, printsToTerminal }: Context,
  { columns, idOf, name }: RecordKind<Row>,
  rows: readonly Row[],
): void {
  const hasId = name === "jobs";
  const cells = rows.map((row) =>
    [
      ...columns.map(({ show, data }) => (printsToTerminal ? show(row) : data(row))),
      ...(hasId ? [idOf(row)] : []),
    ].map(cleanText),
  );
  const header = [...columns.map(({ title }) => title.toUpperCase()), ...(hasId ? ["ID"] : [])];
  if (rows.length > 0 || !printsToTerminal) print(renderTable(header, cells, printsToTerminal));
  else log(`No ${name === "workers" ? "workers" : "jobs"}.\n`);
}

/** `toolkit jobs` */
export default async function jobs(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { state, pool, tool, all = false } = options;
  if (state !== undefined && !isState(state))
    throw new ToolkitError("USAGE", {
      detail: `--state takes one of ${JOB_STATES.join(", ")}; found "${state}".`,
    });
  const filter = {
    ...(state !== undefined && { state }),
    ...(pool !== undefined && { pool }),
    ...(tool !== undefined && { tool }),
  };
  const isFiltered = Object.keys(filter).length > 0;
  if (canShow(context, options))
    return await showAccount(
      context,
      { ...(await operatorSession(context, options)), email: "Jobs" },
      {
        view: isFiltered ? "jobs" : "queue",
        views: JOB_VIEWS,
        color: options.color,
        jobs: filter,
      },
    );
  const { rows, isComplete } = await asOperator(context, options, async (client) => {
    const pager = createJobPager(client, filter, Number.MAX_SAFE_INTEGER);
    let loaded = await pager.more();
    for (let page = 1; all && !loaded.isComplete && page < MAX_PAGES; page++)
      loaded = await pager.more();
    return loaded;
  });
  if (options.json) {
    context.print(`${JSON.stringify({ list: rows, more: !isComplete })}\n`);
    return 0;
  }
  printRows(context, JOBS, rows);
  if (context.printsToTerminal && !isComplete)
    context.log(`The newest ${counted(rows.length, "job")}; --all shows all of them.\n`);
  return 0;
}

/** `toolkit jobs queue` */
export async function showQueue(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { counts } = await asOperator(context, options, ({ call }) => call(getJobQueue, {}));
  if (options.json) context.print(`${JSON.stringify({ counts })}\n`);
  else printRows(context, QUEUE, counts);
  return 0;
}

/** `toolkit jobs workers` */
export async function showWorkers(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { list } = await asOperator(context, options, ({ call }) => call(listWorkers, {}));
  if (options.json) context.print(`${JSON.stringify({ list })}\n`);
  else printRows(context, WORKERS, list);
  return 0;
}

/** Prints what has become of rows: one object, or their ids and states. */
function printStates(
  { print }: Context,
  { json }: Options,
  list: readonly { readonly id: string; readonly state: string }[],
): void {
  if (json) print(`${JSON.stringify({ list })}\n`);
  else for (const { id, state } of list) print(`${cleanText(id)}\t${state}\n`);
}

/** `toolkit jobs cancel` */
export async function cancel(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { ids = [] } = options;
  const list = await asOperator(context, options, (client) => cancelJobs(client, ids));
  printStates(context, options, list);
  return 0;
}

/** `toolkit jobs drain` */
export async function drain(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { ids = [] } = options;
  const list = await asOperator(context, options, (client) => drainWorkers(client, ids));
  printStates(context, options, list);
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
