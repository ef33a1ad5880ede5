import type { InferenceGraph } from "#core/models/inference-graphs.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { z } from "zod";
import type { TaskRun } from "#server/jobs/run-attempt.ts";

/** A model of a task, whose files are verified. */
export interface JobModel extends Pick<
  OfferedModel,
  "id" | "name" | "form" | "languages" | "files"
> {
  /** Paths by role; none if it runs on inference servers. */
  readonly paths: Readonly<Record<string, string>>;
  /** Its graphs on inference servers; null: it runs in the process of the job. */
  readonly graphs: readonly InferenceGraph[] | null;
}

/** Sent to the process of a job. */
export interface JobRequest extends Pick<TaskRun, "task" | "inputs" | "outputs" | "seconds"> {
  /** Folders of the site and of the program. */
  readonly root: string;
  readonly home: string;
  /** The model of the task; null: none. */
  readonly model: JobModel | null;
}

const seconds = z.number().min(0);

/** Sent by the process of a job, which has read a file of a stranger. */
export const fromJobProcess = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), progress: z.number().min(0).max(1), stage: z.string() }),
  z.object({
    kind: z.literal("done"),
    inputSeconds: seconds,
    outputs: z.array(z.object({ ending: z.string().regex(/^[a-z0-9]{1,8}$/), seconds })),
  }),
  z.object({ kind: z.literal("failed"), fault: z.string().regex(/^[\w.-]{1,64}$/) }),
  /** An unexpected error. */
  z.object({ kind: z.literal("broken"), message: z.string() }),
]);
export type FromJobProcess = z.output<typeof fromJobProcess>;
