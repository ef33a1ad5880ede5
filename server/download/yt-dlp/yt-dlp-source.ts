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

/** Milliseconds for one look, bytes of its answer, and of all that it may fetch for it. */
const TIME = 40_000;
const OUTPUT = 32 * 1024 * 1024;
const TRAFFIC = 64 * 1024 * 1024;
/** Programs that run at the same time in a process, and looks that wait for them. */
const AT_ONCE = 2;
const WAITING = 20;
/** Milliseconds for which a lookup waits for another one of its account. */
const PATIENCE = 20_000;

/** Entries of a list that are asked for. */
const ENTRIES = 2000;

/** What it is called with; the link comes behind, where no option can be. */
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

/** Runs so much at a time, and refuses what would wait too long. */
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
  /** Its place. */
  readonly file: string;
  /** Where it looks for other programs, as `PATH` has it. */
  readonly path: string;
}

/** Reads what the program says of a link. @throws {ApiFailure} `source_…` */
type InfoReader = (json: Uint8Array, options: MediaOptions) => Promise<FoundMedia>;

interface YtDlpOptions {
  readonly network: Network;
  readonly slots: Slots;
  readonly readInfo: InfoReader;
  /** Waits for some milliseconds, or until the signal says so. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Services that `yt-dlp` knows, which the operator has installed. It only looks: what it finds is fetched by
 * the source of plain links. All that it asks for goes through a proxy that lets public addresses in alone.
 * An account has one lookup at a time in all processes, so that none keeps the others waiting for long.
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
