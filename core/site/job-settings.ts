import { z } from "zod";

/** Jobs on the operator's machines: docs/server.md#jobs. */
export const jobSettings = z
  .strictObject({
    /** Whether the API accepts jobs, which workers run (`toolkit worker`). */
    enabled: z.boolean().default(false),
    /** Price of a job, as a factor of what the tool costs on the visitor's device. */
    price: z.number().min(0).max(100).default(1),
    /** Maximum number of an account's jobs that run at the same time, without and with a plan. */
    atOnce: z
      .strictObject({
        free: z.int().min(1).max(100).default(1),
        plan: z.int().min(1).max(100).default(2),
      })
      .prefault({}),
    /** Hours after which a job that has not ended fails and is refunded. */
    expireHours: z.int().min(1).max(168).default(24),
    /** Hours after the end of a job for which its result can be fetched. */
    resultHours: z.int().min(1).max(168).default(24),
  })
  .prefault({});
