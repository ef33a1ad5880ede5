import { getJobResult } from "#core/api/jobs/get-job-result.ts";
import { FaultError } from "../contract/fault.ts";
import type { SinkChunk } from "../contract/sinks/sink-chunk.ts";
import { ApiError } from "../services/api/api-error.ts";
import { fetchWithin } from "../services/fetch-within.ts";
import { hex } from "./hex.ts";
import { isTransient } from "./is-transient.ts";
import { type RemotePorts, pauseAfter } from "./ports.ts";

/** Bytes of a request. */
const RANGE = 8 * 1024 * 1024;
/** Milliseconds without a byte after which a request counts as lost. */
const SILENCE = 60_000;
/** Attempts without any progress. */
const ATTEMPTS = 10;

/** A result of a job on the site's servers. */
export interface RemoteResult {
  /** Id of the job. */
  readonly job: string;
  readonly name: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * Fetches a result by ranges into a sink, and continues after lost connections.
 * @throws {FaultError} servers.damaged: the bytes are not those that the worker has written
 * @throws {ApiError} if it does not exist any more, or after ten attempts without progress
 */
export async function fetchResult(
  ports: Pick<RemotePorts, "apiBase" | "fetch" | "headers" | "pause" | "createHash">,
  { job, name, bytes, sha256 }: RemoteResult,
  {
    sink,
    signal,
    onProgress,
  }: {
    readonly sink: WritableStream<SinkChunk>;
    readonly signal: AbortSignal;
    /** @param share from 0 to 1 */
    readonly onProgress: (share: number) => void;
  },
): Promise<void> {
  const address = ports.apiBase + getJobResult.path.replace("{id}", job).replace("{output}", name);
  const hash = await ports.createHash();
  const writer = sink.getWriter();
  let position = 0;

  /** Writes what arrives of the next range. */
  async function fetchRange(): Promise<void> {
    const end = Math.min(bytes, position + RANGE) - 1;
    const headers = { ...ports.headers(), Range: `bytes=${position}-${end}` };
    const response = await fetchWithin(ports.fetch, address, { headers, signal }, SILENCE);
    if (response.status !== 206 || !response.body)
      throw new ApiError("", { status: response.ok ? 500 : response.status });
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // The sink may keep the chunk.
      hash.update(value);
      await writer.write({ type: "write", position, data: value });
      position += value.length;
      onProgress(position / bytes);
    }
  }

  try {
    for (let failures = 0; position < bytes;) {
      const before = position;
      let failure: unknown = null;
      await fetchRange().catch((error: unknown) => (failure = error));
      signal.throwIfAborted();
      if (failure !== null && !isTransient(failure)) throw failure;
      if (position > before) failures = 0;
      else if (++failures >= ATTEMPTS) throw failure ?? new ApiError("", { status: 500 });
      if (failure !== null) await ports.pause(pauseAfter(Math.max(1, failures)), signal);
      signal.throwIfAborted();
    }
    if (hex(hash.digest()) !== sha256) throw new FaultError("servers.damaged");
  } finally {
    writer.releaseLock();
  }
}
