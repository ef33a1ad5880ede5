import { serverJobCost } from "#core/credits/server-cost.ts";
import type { Cost } from "#core/page/page.ts";
import { costOf } from "#core/credits/credits.ts";
import { dueFor } from "#core/hosted/paid-work.ts";
import type { TrayFile } from "../../contract/file.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { JobSpec } from "../../contract/job.ts";
import { creditsPaid, hostedLeft } from "./paid-for.ts";

/** The input of a job without files: a text to speak or a link to download. */
export interface TextInput {
  readonly text: string;
  /** Title of the job, for example the first words or the host of a link. */
  readonly name: string;
  /** Billed length in seconds, if it can be estimated before; null if not. */
  readonly duration: number | null;
  /** Parameters of this job only. */
  readonly params?: JsonObject;
}

/** Files of the tray that are the input of one job together. */
export interface FilesInput {
  readonly fileIds: readonly string[];
  readonly name: string;
  /** Billed length in seconds. */
  readonly duration: number | null;
  /** Length of each file in seconds; on the site's servers each is paid for by itself. */
  readonly lengths?: readonly number[];
  /** Parameters of this job only. */
  readonly params?: JsonObject;
}

/** The input of one job. */
export type JobInput = Pick<TrayFile, "id" | "name" | "duration"> | FilesInput | TextInput;

/** Whether the length that an input is billed by is not known, for example because it is being read. */
export function lacksLength(input: JobInput): boolean {
  const { lengths = [input.duration ?? 0] }: Pick<FilesInput, "lengths"> = {
    lengths: undefined,
    ...input,
  } as FilesInput;
  return !lengths.every((seconds) => seconds > 0);
}

/** The job to enqueue for each input. */
export type StartedRun = Pick<JobSpec, "panel" | "preset" | "params" | "onServer"> & {
  /** Seconds of hosted work of each job; `length` for the length of the input. Missing for none. */
  readonly hosted?: number | "length";
  /** Shares of the tool's price that its calls on the site's servers cost; missing for one call. */
  readonly serverShares?: readonly number[];
};

/** A version of a job with a shorter result. */
export interface ShorterRun {
  /** Approximate length of the result. */
  readonly minutes: number;
  readonly input: JobInput;
  /** The part of the run that differs. */
  readonly run: Partial<StartedRun>;
}

export interface StartPlan {
  readonly jobs: readonly JobSpec[];
  /** Credits of all jobs. */
  readonly cost: number;
  /** Credits less those already paid for the input. */
  readonly due: number;
  /** The same for each job. */
  readonly dues: readonly number[];
  /** Known length of all input in seconds. */
  readonly seconds: number;
}

/** The jobs of a start, one for each input, and their cost. */
export function planStart(
  inputs: readonly JobInput[],
  run: StartedRun,
  context: {
    readonly tool: { readonly slug: string; readonly cost: Cost };
    /** Earlier jobs of the queue. */
    readonly jobs: Parameters<typeof creditsPaid>[0];
    /** Epoch ms. */
    readonly now: number;
    /** Price of a job on the site's servers, as a factor. */
    readonly serverPrice?: number | undefined;
  },
): StartPlan {
  const { tool, now, serverPrice = 1 } = context;
  const { hosted = 0, serverShares: shares, ...common } = run;
  const jobs = inputs.map((input): JobSpec => {
    const seconds = input.duration ?? 0;
    const hostedSeconds = hosted === "length" ? seconds : hosted;
    const { lengths } = { lengths: undefined, ...input };
    return {
      ...common,
      params: { ...run.params, ...("params" in input && input.params) },
      tool: tool.slug,
      title: input.name,
      ...worksOn(input),
      cost: run.onServer
        ? serverJobCost(tool.cost, {
            lengths: lengths ?? [seconds],
            price: serverPrice,
            ...(shares && { shares }),
          })
        : dueOf(tool.cost, { seconds, hostedSeconds, paid: 0, left: 0 }),
      seconds,
      ...(run.onServer && lengths && { lengths }),
      hostedSeconds,
    };
  });
  const dues = jobs.map((job) => {
    // Earlier payments do not count there.
    if (job.onServer) return job.cost;
    const input = { ...job, now };
    const paid = creditsPaid(context.jobs, input);
    const left = hostedLeft(context.jobs, input, tool.cost);
    return dueOf(tool.cost, { ...job, paid, left });
  });
  return {
    jobs,
    cost: sumOf(jobs.map(({ cost }) => cost)),
    due: sumOf(dues),
    dues,
    seconds: sumOf(jobs.map(({ seconds = 0 }) => seconds)),
  };
}

function dueOf(
  cost: Cost,
  {
    seconds = 0,
    hostedSeconds = 0,
    ...before
  }: Pick<JobSpec, "seconds" | "hostedSeconds"> & { readonly paid: number; readonly left: number },
): number {
  return cost === "free"
    ? 0
    : dueFor(cost, { price: costOf(cost, seconds), hostedSeconds, ...before });
}

function worksOn(input: JobInput): Pick<JobSpec, "fileIds" | "text"> {
  if ("text" in input) return { fileIds: [], text: input.text };
  return { fileIds: "fileIds" in input ? input.fileIds : [input.id] };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
