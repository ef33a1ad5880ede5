import type { Cost } from "../../../core/page/page.ts";
import { costOf } from "../../../core/credits/credits.ts";
import type { TrayFile } from "../../workspace/contract/file.ts";
import type { JsonObject } from "../../workspace/contract/json.ts";
import type { JobSpec } from "../../workspace/contract/job.ts";
import { creditsPaid } from "./paid-for.ts";

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
  run: Pick<JobSpec, "panel" | "preset" | "params">,
  context: {
    readonly tool: { readonly slug: string; readonly cost: Cost };
    /** Jobs of the queue. */
    readonly jobs: Parameters<typeof creditsPaid>[0];
    /** Epoch ms. */
    readonly now: number;
  },
): StartPlan {
  const { tool, now } = context;
  const jobs = inputs.map((input): JobSpec => {
    const seconds = input.duration ?? 0;
    return {
      ...run,
      params: { ...run.params, ...("params" in input && input.params) },
      tool: tool.slug,
      title: input.name,
      ...worksOn(input),
      cost: tool.cost === "free" ? 0 : costOf(tool.cost, seconds),
      seconds,
    };
  });
  const due = jobs.reduce(
    (sum, job) => sum + Math.max(0, job.cost - creditsPaid(context.jobs, { ...job, now })),
    0,
  );
  return {
    jobs,
    cost: sumOf(jobs, "cost"),
    due,
    seconds: sumOf(jobs, "seconds"),
  };
}

function worksOn(input: JobInput): Pick<JobSpec, "fileIds" | "text"> {
  if ("text" in input) return { fileIds: [], text: input.text };
  return { fileIds: "fileIds" in input ? input.fileIds : [input.id] };
}

const sumOf = (jobs: readonly JobSpec[], name: "cost" | "seconds"): number =>
  jobs.reduce((sum, job) => sum + (job[name] ?? 0), 0);
