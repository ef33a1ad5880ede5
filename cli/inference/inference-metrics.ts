import type { InferenceError } from "#audio/nets/inference/inference-error.ts";
import type { Metrics } from "#server/deps/metrics.ts";
import { type BreakerState, BREAKER_STATES } from "./endpoint-health.ts";

export interface EndpointMetrics {
  /** Records a request. @param fault null: it was answered */
  readonly observe: (seconds: number, fault: InferenceError["fault"] | null) => void;
}

interface EndpointFacts {
  readonly url: string;
  /** From 1. */
  readonly position: number;
  /** Whether it gets requests now. */
  readonly isUp: () => boolean;
  readonly breaker: () => BreakerState;
  /** Number of requests that it has not answered yet. */
  readonly running: () => number;
}

/**
 * Metrics of an inference server. Its labels are its position in `jobs.inference` and its host: an
 * address may contain credentials.
 */
export function createEndpointMetrics(
  metrics: Metrics,
  { url, position, isUp, breaker, running }: EndpointFacts,
): EndpointMetrics {
  const labels = { server: position, host: new URL(url).host };
  metrics.beforePrint(() => {
    metrics.set("toolkit_inference_up", isUp() ? 1 : 0, labels);
    metrics.set("toolkit_inference_running", running(), labels);
    for (const state of BREAKER_STATES)
      metrics.set("toolkit_inference_breaker", breaker() === state ? 1 : 0, { ...labels, state });
  });
  return {
    observe(seconds, fault) {
      const outcome = fault ?? "answered";
      metrics.count("toolkit_inference_requests_total", { ...labels, outcome });
      metrics.observe("toolkit_inference_request_seconds", seconds, labels);
    },
  };
}
