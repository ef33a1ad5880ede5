import type { TrackSink } from "../ports/track-sink.ts";

/** Milliseconds in which a log service answers. */
const TIME = 10_000;

/**
 * Hands events on to another log service. Nothing of the visitor goes with them but what they say.
 * @param address `{logstore}` in it is filled in
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

/** Both of them, where both are wanted; null for none: nothing is stored anywhere. */
export function joinSinks(sinks: readonly TrackSink[]): TrackSink | null {
  if (sinks.length === 0) return null;
  return {
    take: async (logstore, batch) => {
      await Promise.all(sinks.map((sink) => sink.take(logstore, batch)));
    },
  };
}
