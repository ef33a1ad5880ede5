import { once } from "node:events";
import { ToolkitError } from "#core/errors/errors.ts";
import { DatabaseUnavailable } from "#server/db/db.ts";
import { createLog } from "#server/deps/log.ts";
import { createMetrics } from "#server/deps/metrics.ts";
import { readSettings, SettingsError } from "#server/deps/settings.ts";
import { startWorker } from "#server/jobs/start-worker.ts";
import { openWorker } from "#server/open-worker.ts";
import { loadConfig } from "../build/load/config.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { openInference } from "../inference/open-inference.ts";
import { createFindJobModel } from "../worker/job-models.ts";
import { createProcessRunner } from "../worker/run-in-process.ts";
import { serveMetrics } from "../worker/serve-metrics.ts";
import { databaseError } from "../server-data/server-db.ts";

interface Options {
  readonly jobs: string;
  readonly memory: string;
  readonly minutes: string;
  readonly drain: string;
  readonly pool: string;
  readonly metrics?: string;
}

const MINUTE = 60_000;

/** @throws USAGE */
function parseNumber(name: string, text: string, [min, max]: readonly [number, number]): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isInteger(value) || value < min || value > max)
    throw new ToolkitError("USAGE", {
      detail: `--${name} takes a whole number from ${min} to ${max}; found "${text}".`,
    });
  return value;
}

/** `toolkit worker`: runs jobs until interrupted. */
export default async function work(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { root, home, signal } = context;
  const slots = parseNumber("jobs", options.jobs, [1, 256]);
  const memory = parseNumber("memory", options.memory, [256, 1_000_000]);
  const time = parseNumber("minutes", options.minutes, [1, 10_000]) * MINUTE;
  const patience = parseNumber("drain", options.drain, [0, 86_400]) * 1000;
  const port =
    options.metrics === undefined ? null : parseNumber("metrics", options.metrics, [1, 65_535]);
  const config = await loadConfig(root);
  if (!config.jobs.enabled)
    throw new ToolkitError("USAGE", {
      detail: "The site accepts no jobs: jobs.enabled is false in toolkit.config.ts.",
    });
  const log = createLog((line) => context.log(line));
  try {
    const settings = readSettings(context.env, root);
    const { deps, close } = await openWorker({ settings, config, log });
    const folders = { root, home, config };
    const metrics = createMetrics();
    const served = port === null ? null : await serveMetrics(metrics, { port, settings });
    const { env } = context;
    const inference = await openInference({ ...folders, env, log, metrics, signal });
    const findModel = createFindJobModel({ ...folders, runsElsewhere: inference.runs });
    const run = createProcessRunner({ root, home, memory, time, findModel, inference, log });
    const worker = startWorker(deps, { pool: options.pool, slots, run });
    const facts = { database: deps.db.engine, pool: options.pool, jobs: slots };
    log("info", "working", { ...facts, worker: worker.id });
    if (!signal.aborted) await Promise.race([once(signal, "abort"), worker.ended]);
    log("info", "draining", { seconds: patience / 1000 });
    await worker.close(patience);
    served?.close();
    await close();
    log("info", "closed");
    return 0;
  } catch (error) {
    if (error instanceof SettingsError) throw new ToolkitError("USAGE", { detail: error.message });
    if (error instanceof DatabaseUnavailable) throw databaseError(error);
    throw error;
  }
}
