import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Db } from "../db/db.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Sampling interval of the event loop delay in milliseconds, which is included in each measurement.
 */
const RESOLUTION = 20;
const KINDS = ["rss", "heapUsed", "heapTotal", "external", "arrayBuffers"] as const;
const QUANTILES = [0.5, 0.99, 1] as const;

/** Publishes metrics of the process: event loop, memory, connections. @returns stops */
export function watchProcess(metrics: Metrics, db: Db): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  metrics.beforePrint(() => {
    for (const quantile of QUANTILES) {
      // Without samples, the histogram returns invalid values.
      const late = delay.count === 0 ? 0 : delay.percentile(quantile * 100) / 1e9;
      const seconds = Math.max(0, late - RESOLUTION / 1000);
      metrics.set("toolkit_event_loop_delay_seconds", seconds, { quantile });
    }
    // The next print covers the time since this one.
    delay.reset();
    const memory = process.memoryUsage();
    for (const kind of KINDS) metrics.set("toolkit_memory_bytes", memory[kind], { kind });
    for (const { kind, ...counts } of db.connections?.() ?? [])
      for (const [state, count] of Object.entries(counts))
        metrics.set("toolkit_database_connections", count, { kind, state });
  });
  return () => delay.disable();
}
