import { hex } from "./hex.ts";
import type { RemotePorts } from "./ports.ts";

/**
 * Ports whose requests belong to one trace, if the site traces. Its ids follow from the key of the
 * task, so that the trace is the same after a reload.
 */
export async function tracePorts(ports: RemotePorts, key: string): Promise<RemotePorts> {
  if (!ports.isTracing) return ports;
  const digest = new Uint8Array(await ports.digest(new TextEncoder().encode(key)));
  const traceparent = `00-${hex(digest.subarray(0, 16))}-${hex(digest.subarray(16, 24))}-01`;
  return {
    ...ports,
    api: (call, request, options) => ports.api(call, request, { ...options, traceparent }),
    headers: () => ({ ...ports.headers(), traceparent }),
  };
}
