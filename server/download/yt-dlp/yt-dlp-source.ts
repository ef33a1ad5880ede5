import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as timer } from "node:timers/promises";
import { waitForSlots } from "../../admission/slots.ts";
import type { Slots } from "../../deps/slots.ts";
import { ApiFailure } from "../../http/api-failure.ts";
import type { FoundMedia, MediaOptions, MediaSource } from "../../ports/media-source.ts";
import { type Network, checkUrl } from "../net/fetch-public.ts";
import { openGate } from "./open-gate.ts";
import { failureOf } from "./read-info.ts";
import { runProgram } from "./run-program.ts";

/** Limits of a lookup: milliseconds, bytes of output, and bytes transferred. */
const TIME = 40_000;
const OUTPUT = 32 * 1024 * 1024;
const TRAFFIC = 64 * 1024 * 1024;
/** Maximum number of concurrent programs per process, and of queued lookups. */
const AT_ONCE = 2;
const WAITING = 20;
/** Milliseconds for which a lookup waits for another lookup of the same account. */
const PATIENCE = 20_000;

/** Maximum number of requested playlist entries. */
const ENTRIES = 2000;

/** Arguments of yt-dlp; the link comes after `--`, where it cannot be an option. */
export const argumentsFor = (proxy: string): readonly string[] => [
  "--ignore-config",
  "--no-cache-dir",
  "--no-warnings",
  "--no-progress",
  "--dump-single-json",
  "--flat-playlist",
  "--playlist-end",
  String(ENTRIES),
  "--ies",
  "default,-generic",
  "--socket-timeout",
  "15",
  "--retries",
  "1",
  "--extractor-retries",
  "1",
  "--proxy",
  proxy,
  "--",
];

/** Limits concurrency, and rejects lookups when the queue is full. */
function createTurns() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function take<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new ApiFailure("unavailable", { retryAfter: 10 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}

const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
  timer(milliseconds, undefined, { signal });

export interface Program {
  readonly file: string;
  readonly path: string;
}

/** Parses the program's output. @throws {ApiFailure} `source_…` */
type InfoReader = (json: Uint8Array, options: MediaOptions) => Promise<FoundMedia>;

interface YtDlpOptions {
  readonly network: Network;
  readonly slots: Slots;
  readonly readInfo: InfoReader;
  /** Waits for a number of milliseconds; rejects when the signal is aborted. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Services supported by `yt-dlp`, which the operator has installed. The program only resolves
 * links; media are fetched by the source of plain links. All its requests go through a proxy that
 * allows only public addresses. An account has one lookup at a time across all processes, so that
 * no account delays the others for long.
 */
export function createYtDlpSource(
  { file, path: searched }: Program,
  { network, slots, readInfo, pause = pauseFor }: YtDlpOptions,
): MediaSource {
  const take = createTurns();
  /** @throws {ApiFailure} too_many_tries */
  async function takeTurn(userId: string, signal: AbortSignal): Promise<() => Promise<void>> {
    const release = await waitForSlots(slots, [["lookupAccount", userId]], {
      patience: PATIENCE,
      pause: (milliseconds) => pause(milliseconds, signal),
    });
    if (!release) throw new ApiFailure("too_many_tries", { retryAfter: 10 });
    return release;
  }
  const lookUp = (link: URL, options: MediaOptions) =>
    take(async () => {
      const gate = await openGate(network, TRAFFIC);
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-yt-dlp-"));
      try {
        const { code, output, complaint } = await runProgram(
          file,
          [...argumentsFor(gate.url), link.href],
          { signal: options.signal, time: TIME, limit: OUTPUT, folder, path: searched },
        );
        if (code === 0) return await readInfo(output, options);
        const failure = failureOf(complaint);
        if (failure.key === "source_unsupported") return null;
        throw failure;
      } finally {
        gate.close();
        fs.rmSync(folder, { recursive: true, force: true });
      }
    });
  return {
    name: "yt-dlp",
    resolve: async (link, options) => {
      checkUrl(link, network);
      const release = await takeTurn(options.userId, options.signal);
      try {
        return await lookUp(link, options);
      } finally {
        await release();
      }
    },
    open: () => Promise.reject(new ApiFailure("not_found")),
  };
}
