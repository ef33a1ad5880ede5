import type { Settings } from "../deps/settings.ts";
import { NO_TRACER, type Tracer } from "../ports/tracer.ts";

/** Maximum milliseconds for the last spans while the process ends. */
const CLOSING = 3000;

/**
 * Opens the tracer of a process. OpenTelemetry is loaded only if there is an endpoint; its other
 * variables, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_TRACES_SAMPLER`, apply.
 */
export async function openTracer(
  { otlpEndpoint }: Pick<Settings, "otlpEndpoint">,
  service: "toolkit-api" | "toolkit-worker",
  instance: string,
): Promise<Tracer> {
  if (otlpEndpoint === null) return NO_TRACER;
  const [{ createOtlpProcessor }, { createOtelTracer }] = await Promise.all([
    import("./otlp-processor.ts"),
    import("./otel-tracer.ts"),
  ]);
  const processor = createOtlpProcessor(otlpEndpoint, CLOSING);
  const tracer = createOtelTracer(service, instance, processor);
  // Traces that cannot be sent must not fail a shutdown.
  return { ...tracer, close: () => tracer.close().catch(() => {}) };
}
