import type { TrackSink } from "../ports/track-sink.ts";

/** Timeout of a log service in milliseconds. */
const TIME = 10_000;

/**
 * Forwards events to another log service. Apart from the events, no data about the visitor is sent.
 * @param address URL template with `{logstore}`
 */
export const createForward = (address: string, fetch: typeof globalThis.fetch): TrackSink => ({
  take: async (logstore, batch) => {
    const response = await fetch(address.replaceAll("{logstore}", logstore), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: batch,
      redirect: "error",
      signal: AbortSignal.timeout(TIME),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The log service answers ${response.status}`);
  },
});

/** Combines sinks; null for none: events are not stored anywhere. */
export function joinSinks(sinks: readonly TrackSink[]): TrackSink | null {
  if (sinks.length === 0) return null;
  return {
    take: async (logstore, batch) => {
      await Promise.all(sinks.map((sink) => sink.take(logstore, batch)));
    },
  };
}
