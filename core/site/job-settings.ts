import { z } from "zod";
import { webAddress } from "./addresses.ts";

/** A server that runs models for jobs: docs/operations.md#inference-servers. */
const inferenceServer = z.strictObject({
  /** URL to which `/v2/…` is appended. */
  url: webAddress
    .refine((url) => !/[?#]/.test(url), "an address without a query and a fragment")
    .transform((url) => url.replace(/(?<!\/)\/+$/, "")),
  /** Ids of the models of the registry that it runs. */
  models: z.array(z.string().min(1)).min(1),
  /** Share of the requests, compared with other servers of the same model. */
  weight: z.int().min(1).max(100).default(1),
  /** Maximum number of requests of a worker at the same time. */
  requests: z.int().min(1).max(256).default(2),
  /** Seconds in which a request has to be answered; Node ends requests without headers after 300. */
  seconds: z.number().min(1).max(290).default(60),
  /** Environment variable of the workers with the server's bearer token; null: it needs none. */
  tokenVariable: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, "the name of an environment variable such as GPU_TOKEN")
    .nullable()
    .default(null),
});
export type InferenceServer = z.output<typeof inferenceServer>;

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
    /**
     * Ids of the models of the registry that all workers have stored (`toolkit models pull`), which
     * visitors can choose for jobs.
     */
    models: z.array(z.string().min(1)).default([]),
    /** Whether browsers send a trace context with the requests of jobs. */
    tracing: z.boolean().default(false),
    /** Servers that run models for workers. A model that one of them runs runs nowhere else. */
    inference: z
      .array(inferenceServer)
      .max(64)
      .refine((servers) => new Set(servers.map(({ url }) => url)).size === servers.length, {
        error: "servers whose addresses differ",
      })
      .default([]),
  })
  .prefault({});
