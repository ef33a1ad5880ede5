import type { Cost } from "#core/page/page.ts";
import { costOf } from "#core/credits/credits.ts";
import { dueFor } from "#core/hosted/paid-work.ts";
import type { TrayFile } from "../../workspace/contract/file.ts";
import type { JsonObject } from "../../workspace/contract/json.ts";
import type { JobSpec } from "../../workspace/contract/job.ts";
import { creditsPaid, hostedLeft } from "./paid-for.ts";

/** A text that is spoken, or a link that is fetched: what a job without files works on. */
export interface TextInput {
  readonly text: string;
  /** What the job is called, such as the first words, or the host of a link. */
  readonly name: string;
  /** Seconds of sound that it is paid by, as far as they can be told before; null where they cannot. */
  readonly duration: number | null;
  /** What is its own of the job's parameters. */
  readonly params?: JsonObject;
}

/** Files of the tray that one job works on together. */
export interface FilesInput {
  readonly fileIds: readonly string[];
  readonly name: string;
  /** Seconds that it is paid by. */
  readonly duration: number | null;
  /** What is its own of the job's parameters. */
  readonly params?: JsonObject;
}

/** What one job works on. */
export type JobInput = Pick<TrayFile, "id" | "name" | "duration"> | FilesInput | TextInput;

/** What is asked of the queue, for each input. */
export type StartedRun = Pick<JobSpec, "panel" | "preset" | "params"> & {
  /** Seconds of hosted work of each job; `length`: as long as its input is. None where it is missing. */
  readonly hosted?: number | "length";
};

/** A version of a job that makes less. */
export interface ShorterRun {
  /** Length of the result, about. */
  readonly minutes: number;
  readonly input: JobInput;
  /** What of the run differs. */
  readonly run: Partial<StartedRun>;
}

export interface StartPlan {
  readonly jobs: readonly JobSpec[];
  /** Credits of all of them, … */
  readonly cost: number;
  /** … less what has been paid for their input. */
  readonly due: number;
  /** Seconds of all input, as far as they are known. */
  readonly seconds: number;
}

/** Jobs of a start, one for each input, and what they cost. */
export function planStart(
  inputs: readonly JobInput[],
  run: StartedRun,
  context: {
    readonly tool: { readonly slug: string; readonly cost: Cost };
    /** Jobs of the queue. */
    readonly jobs: Parameters<typeof creditsPaid>[0];
    /** Epoch ms. */
    readonly now: number;
  },
): StartPlan {
  const { tool, now } = context;
  const { hosted = 0, ...common } = run;
  const jobs = inputs.map((input): JobSpec => {
    const seconds = input.duration ?? 0;
    const hostedSeconds = hosted === "length" ? seconds : hosted;
    return {
      ...common,
      params: { ...run.params, ...("params" in input && input.params) },
      tool: tool.slug,
      title: input.name,
      ...worksOn(input),
      cost: dueOf(tool.cost, { seconds, hostedSeconds, paid: 0, left: 0 }),
      seconds,
      hostedSeconds,
    };
  });
  const due = jobs.reduce((sum, job) => {
    const input = { ...job, now };
    const paid = creditsPaid(context.jobs, input);
    const left = hostedLeft(context.jobs, input, tool.cost);
    return sum + dueOf(tool.cost, { ...job, paid, left });
  }, 0);
  return {
    jobs,
    cost: sumOf(jobs, "cost"),
    due,
    seconds: sumOf(jobs, "seconds"),
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

const sumOf = (jobs: readonly JobSpec[], name: "cost" | "seconds"): number =>
  jobs.reduce((sum, job) => sum + (job[name] ?? 0), 0);
