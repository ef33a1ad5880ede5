import type { WorkspaceTool } from "#core/page/app-data.ts";
import { isActive, type Job, type JobSpec, type JobsStore } from "../../contract/job.ts";
import type { FilesStore, TrayFile } from "../../contract/file.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { JobStarter } from "../../contract/start.ts";
import type { RequestedFormat } from "../../audio/requested-format.ts";
import { type JobInput, planStart } from "../start/start-plan.ts";

/** A step of a recipe as a job of its tool. */
export interface ChainStep {
  readonly tool: WorkspaceTool;
  /** Parameters of the job, without its output format. */
  readonly params: JsonObject;
}

export interface ChainDeps {
  readonly jobs: Pick<JobsStore, "getState" | "subscribe">;
  readonly files: Pick<FilesStore, "getState" | "addResult" | "select">;
  readonly starter: Pick<JobStarter, "start">;
  /** The format of a file, in which its last result is written where the recipe names none. */
  readonly formatOf: (fileId: string) => Promise<RequestedFormat>;
  /** Called when the jobs of the first step are in the queue. */
  readonly onStarted: () => void;
  /** Epoch ms. */
  readonly now: () => number;
}

interface ChainEnd {
  /** Number of files that have passed all steps. */
  readonly count: number;
  /** Number of the first step, from 1, that has not finished for each file; null if all have. */
  readonly stoppedAt: number | null;
}

/** Between two steps, results are 32-bit floats, which lose nothing. */
const BETWEEN: RequestedFormat = "wav32f";

type EarlierJobs = Pick<Parameters<typeof planStart>[2], "jobs" | "now">;

const jobsOf = ({ tool, params }: ChainStep, inputs: readonly JobInput[], earlier: EarlierJobs) =>
  planStart(inputs, { panel: tool.panel, preset: tool.preset, params }, { tool, ...earlier });

/** Credits that all steps cost for each file. */
const duesOfChain = (
  steps: readonly ChainStep[],
  files: readonly TrayFile[],
  earlier: EarlierJobs,
): readonly number[] => {
  const plans = steps.map((step) => jobsOf(step, files, earlier));
  return files.map((_, at) =>
    // Results of earlier steps are new files, for which nothing has been paid.
    plans.reduce(
      (sum, { dues, jobs }, step) => sum + (step === 0 ? dues : jobs.map(({ cost }) => cost))[at]!,
      0,
    ),
  );
};

const sumOf = (dues: readonly number[]): number => dues.reduce((sum, due) => sum + due, 0);

/**
 * Credits that a recipe costs: each step is paid as its tool. Steps that change the length may cost
 * less than that.
 */
export const costOfChain = (...chain: Parameters<typeof duesOfChain>): number =>
  sumOf(duesOfChain(...chain));

/**
 * Runs the steps over files, one after the other: the results of a step are the input of the next.
 * A file whose job fails is left out of the later steps. A step that cannot start ends it.
 * @param output null: the format of each file
 * @returns null if the first step has not started
 */
export async function runChain(
  steps: readonly ChainStep[],
  files: readonly TrayFile[],
  output: RequestedFormat | null,
  deps: ChainDeps,
): Promise<ChainEnd | null> {
  const formats = await Promise.all(
    files.map(async ({ id }) => output ?? (await deps.formatOf(id))),
  );
  let inputs = files.map(({ id, name, duration }, at) => ({ id, name, duration, at }));
  let stoppedAt: number | null = null;
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const earlier = { jobs: deps.jobs.getState().jobs, now: deps.now() };
    const plan = jobsOf(step, inputs, earlier);
    const jobs = plan.jobs.map((job, at): JobSpec => {
      const format = isLast ? formats[inputs[at]!.at]! : BETWEEN;
      return { ...job, params: { ...job.params, output: format } };
    });
    // The visitor is asked once, for the credits of all steps.
    const dues = index === 0 ? duesOfChain(steps, files, earlier) : plan.dues;
    const ids = await start(jobs, { dues, tool: step.tool }, deps.starter);
    if (!ids) return index === 0 ? null : { count: 0, stoppedAt: stoppedAt ?? index + 1 };
    if (index === 0) deps.onStarted();
    const ended = await untilEnded(ids, deps.jobs);
    const { selected } = deps.files.getState();
    const passed = inputs.flatMap((input, at) => {
      const result = ended[at]?.state === "done" ? ended[at].results[0] : undefined;
      if (!result) return [];
      const { name, saving } = result;
      const id = isLast ? input.id : deps.files.addResult(result);
      return [{ id, name, duration: saving?.seconds ?? input.duration, at: input.at }];
    });
    // Added results are selected; the visitor's choice stays as it is.
    if (!isLast) deps.files.select(selected);
    if (passed.length < inputs.length) stoppedAt ??= index + 1;
    inputs = passed;
    if (inputs.length === 0) break;
  }
  return { count: inputs.length, stoppedAt };
}

/** @returns ids of the jobs, as soon as they are in the queue; null if they do not start */
const start = (
  jobs: readonly JobSpec[],
  { dues, tool: { cost } }: { readonly dues: readonly number[]; readonly tool: WorkspaceTool },
  starter: ChainDeps["starter"],
): Promise<readonly string[] | null> =>
  new Promise((resolve) =>
    starter.start({
      jobs,
      due: sumOf(dues),
      dues,
      cost,
      takesPart: false,
      isStep: true,
      onStarted: resolve,
      onAborted: () => resolve(null),
    }),
  );

/** @returns the jobs, in the order of their ids; undefined for removed ones */
function untilEnded(
  ids: readonly string[],
  jobs: ChainDeps["jobs"],
): Promise<readonly (Job | undefined)[]> {
  return new Promise((resolve) => {
    const check = (): boolean => {
      const all = jobs.getState().jobs;
      const found = ids.map((id) => all.find((job) => job.id === id));
      const hasEnded = found.every((job) => job === undefined || !isActive(job));
      if (hasEnded) resolve(found);
      return hasEnded;
    };
    if (check()) return;
    const unsubscribe = jobs.subscribe(() => {
      if (check()) unsubscribe();
    });
  });
}
