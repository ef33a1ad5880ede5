import { hex } from "./hex.ts";
import type { RemotePorts } from "./ports.ts";

/** W3C trace context whose ids follow from a key, so that the trace is the same after a reload. */
export async function traceparentOf(digest: RemotePorts["digest"], key: string): Promise<string> {
  const bytes = new Uint8Array(await digest(new TextEncoder().encode(key)));
  return `00-${hex(bytes.subarray(0, 16))}-${hex(bytes.subarray(16, 24))}-01`;
}

/**
 * Ports whose requests belong to one trace, that of the task with a key, if the site traces. */
export async function tracePorts(ports: RemotePorts, key: string): Promise<RemotePorts> {
  if (!ports.isTracing) return ports;
  const traceparent = await traceparentOf(ports.digest, key);
  return {
    ...ports,
    api: (call, request, options) => ports.api(call, request, { ...options, traceparent }),
    headers: () => ({ ...ports.headers(), traceparent }),
  };
}
