import type { Deps } from "../deps/deps.ts";

/** Dependencies of functions that create and end jobs. */
export type JobDeps = Pick<
  Deps,
  "db" | "clock" | "ids" | "jobQueue" | "jobRules" | "settings" | "site" | "tracer"
>;
