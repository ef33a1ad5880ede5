import type { InferenceError } from "#audio/nets/inference/inference-error.ts";
import type { Metrics } from "#server/deps/metrics.ts";

export interface EndpointMetrics {
  /** Records a request. @param fault null: it was answered */
  readonly observe: (seconds: number, fault: InferenceError["fault"] | null) => void;
}

/**
 * Metrics of an inference server. Its labels are its position in `jobs.inference` and its host: an
 * address may contain credentials.
 * @param isUp whether it gets requests now
 */
export function createEndpointMetrics(
  metrics: Metrics,
  {
    url,
    position,
    isUp,
  }: { readonly url: string; readonly position: number; readonly isUp: () => boolean },
): EndpointMetrics {
  const labels = { server: position, host: new URL(url).host };
  metrics.beforePrint(() => metrics.set("toolkit_inference_up", isUp() ? 1 : 0, labels));
  return {
    observe(seconds, fault) {
      const outcome = fault ?? "answered";
      metrics.count("toolkit_inference_requests_total", { ...labels, outcome });
      metrics.observe("toolkit_inference_request_seconds", seconds, labels);
    },
  };
}
