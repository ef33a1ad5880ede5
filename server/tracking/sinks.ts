import fs from "node:fs/promises";
import path from "node:path";
import type { TrackSink } from "../ports/track-sink.ts";

/** Milliseconds in which a log service answers. */
const TIME = 10_000;
/** Bytes at which a file of events gives way to a new one; one older file is kept. */
const FILE_LIMIT = 100 * 1024 * 1024;

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

/** Writes events to a file, a batch a line. */
export function createTrackFile(file: string, clock: () => number, limit = FILE_LIMIT): TrackSink {
  let last: Promise<void> = Promise.resolve();
  async function append(line: string): Promise<void> {
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const { size } = await fs.stat(file).catch(() => ({ size: 0 }));
    if (size + line.length > limit && size > 0) await fs.rename(file, `${file}.1`);
    await fs.appendFile(file, line, { mode: 0o600 });
  }
  return {
    take: (logstore, batch) => {
      const at = new Date(clock()).toISOString();
      // Between the parts of JSON a space is as good as the end of a line, and inside of them is none.
      const json = batch.replaceAll(/[\r\n]/g, " ");
      const line = `{"at":"${at}","logstore":${JSON.stringify(logstore)},"batch":${json}}\n`;
      const writing = last.then(() => append(line));
      last = writing.catch(() => {});
      return writing;
    },
  };
}

/** Both of them, where both are wanted; null for none: nothing is stored anywhere. */
export function joinSinks(sinks: readonly TrackSink[]): TrackSink | null {
  if (sinks.length === 0) return null;
  return {
    take: async (logstore, batch) => {
      await Promise.all(sinks.map((sink) => sink.take(logstore, batch)));
    },
  };
}
