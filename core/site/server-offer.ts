import type { jobSettings } from "./job-settings.ts";
import type { z } from "zod";

/** What the page says before a job runs on the site's servers. */
export interface ServerOffer {
  /** Who receives the files: the operator, or the site's name where none is stated. */
  readonly operator: string;
  /** Price of a job, as a factor of what the tool costs on the device. */
  readonly price: number;
  /** Hours after the end of a job after which its result is deleted at the latest. */
  readonly resultHours: number;
  /** Ids of the models that jobs can use there. */
  readonly models: readonly string[];
  /** Whether the requests of jobs carry a trace context. */
  readonly tracing: boolean;
}

/** Null if the site accepts no jobs. */
export const serverOfferOf = (
  { enabled, price, resultHours, models, inference, tracing }: z.output<typeof jobSettings>,
  operator: string,
): ServerOffer | null =>
  enabled
    ? {
        operator,
        price,
        resultHours,
        models: [...new Set([...models, ...inference.flatMap((server) => server.models)])],
        tracing,
      }
    : null;
