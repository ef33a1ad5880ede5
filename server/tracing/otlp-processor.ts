import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { type SpanProcessor, BatchSpanProcessor } from "@opentelemetry/sdk-trace";

/** Sends spans in batches. @param endpoint address of a collector @param timeout milliseconds */
export const createOtlpProcessor = (endpoint: string, timeout: number): SpanProcessor =>
  new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
    exportTimeoutMillis: timeout,
  });
