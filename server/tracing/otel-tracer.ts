import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type Span as OtelSpan,
  type SpanContext,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { type SpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Span, Tracer } from "../ports/tracer.ts";

const formatContext = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

const parseContext = (traceparent: string | null | undefined): SpanContext | null =>
  traceparent === null || traceparent === undefined ? null : parseTraceParent(traceparent);

/**
 * A tracer of OpenTelemetry. Messages of errors are not recorded, because they may contain values.
 * @param service name of the service, such as `toolkit-api`
 */
export function createOtelTracer(
  service: string,
  instance: string,
  processor: SpanProcessor,
): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": service,
      "service.instance.id": instance,
    }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("toolkit");
  const current = new AsyncLocalStorage<Context>();
  const spanOf = (span: OtelSpan): Span => ({
    set: (attributes) => void span.setAttributes({ ...attributes }),
    traceparent: formatContext(span.spanContext()),
  });
  return {
    async span(name, { attributes = {}, parent, link }, work) {
      const isRoot = parent !== undefined;
      const remote = parseContext(parent);
      const outer = remote
        ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
        : isRoot
          ? ROOT_CONTEXT
          : current.getStore();
      if (!outer) return await work({ set: () => {}, traceparent: null });
      const linked = parseContext(link);
      const span = tracer.startSpan(
        name,
        { attributes: { ...attributes }, ...(linked && { links: [{ context: linked }] }) },
        outer,
      );
      try {
        return await current.run(trace.setSpan(outer, span), () => work(spanOf(span)));
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    traceparent() {
      const store = current.getStore();
      const context = store && trace.getSpanContext(store);
      return context ? formatContext(context) : null;
    },
    bind(work) {
      const store = current.getStore();
      return store ? (...args) => current.run(store, () => work(...args)) : work;
    },
    close: async () => await provider.shutdown(),
  };
}
