import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openServers } from "#runtime/remote/open-servers.ts";
import type { RemotePorts } from "#runtime/remote/ports.ts";
import type { JobRunner } from "#runtime/contract/job-runner.ts";
import { UNDO_MS } from "#runtime/contract/file.ts";
import { ApiError } from "#runtime/services/api/api-error.ts";
import {
  type FakeBrowser,
  createFakeBrowser,
  createTabStorage,
  settle,
} from "../../session/test-session.ts";
import type { StoredJob } from "../../session/stored.ts";
import { tidy } from "../../session/tidy.ts";
import { createCredits } from "../credits.ts";
import { createJobsStore } from "../jobs.ts";
import { createFakeServers } from "./fake-servers.ts";
import { purgedJob } from "./on-servers.ts";

const HOUR = 3_600_000;
const RUNS = process.env["TOOLKIT_LONG"] ? 1500 : 40;

type Servers = ReturnType<typeof createFakeServers>;
/** What becomes of a request: it takes milliseconds, and may not arrive, or have no response. */
interface Line {
  readonly time: number;
  readonly outcome: "through" | "cut" | "lost" | "failing";
}
const GOOD: Line = { time: 0, outcome: "through" };
interface World {
  readonly browser: FakeBrowser;
  readonly servers: Servers;
  account: string | null;
  readonly next: () => Line;
}

const runner: JobRunner = async ({ engine, files, signal }) => {
  const task = { effect: "volume", file: files[0]!, values: {}, output: "wav16" } as const;
  await engine.run(task, { signal, sink: new WritableStream() });
  return [];
};

/** A tab of the site, with its own workspace. */
async function openTab(world: World, name: string) {
  const { browser, servers, next } = world;
  const { now, setTimer } = browser.timers;
  const session = browser.open(name);
  const listeners = new Set<() => void>();
  let isClosed = false;
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => void setTimer(() => resolve(), ms));
  /** Sends a request; a closed tab receives nothing, whatever its request does on the server. */
  async function send<T>({ time, outcome }: Line, work: () => T, failing: () => T): Promise<T> {
    if (time > 0) await wait(time);
    if (outcome === "cut") throw new TypeError("Failed to fetch");
    let result: () => T;
    try {
      const made = outcome === "failing" ? failing() : work();
      result = () => made;
    } catch (error) {
      result = () => {
        throw error;
      };
    }
    if (time > 0) await wait(time);
    if (isClosed) return await new Promise(() => {});
    if (outcome === "lost") throw new TypeError("Failed to fetch");
    return result();
  }
  const unreachable = (error: unknown): never => {
    throw error instanceof TypeError ? new ApiError("", { key: "unreachable" }) : error;
  };
  const ports: RemotePorts = {
    api: (async (call: { name: string }, request: object, options: { idempotencyKey?: string }) => {
      const owner = world.account;
      const failing = (): never => {
        throw new ApiError("", { status: 503 });
      };
      return await send(
        next(),
        () => servers.call(owner, call.name, request, options.idempotencyKey),
        failing,
      ).catch(unreachable);
    }) as never,
    account: () => world.account,
    onAccount: (listener) => void listeners.add(listener),
    apiBase: "",
    fetch: async (address, init = {}) => {
      const owner = world.account;
      const response = await send(
        // Interrupted uploads are tested by themselves.
        init.method === "DELETE" ? next() : GOOD,
        () => servers.fetch(owner, address as string, init),
        () => new Response("{}", { status: 503 }),
      );
      init.signal?.throwIfAborted();
      return response;
    },
    headers: () => ({}),
    digest: async () => new ArrayBuffer(32),
    pause: (ms, signal) =>
      new Promise((resolve) => {
        setTimer(() => resolve(), ms);
        signal.addEventListener("abort", () => resolve());
      }),
    createHash: async () => {
      const hash = createHash("sha256");
      return {
        update: (data: Uint8Array) => hash.update(data),
        digest: () => new Uint8Array(hash.digest()),
      };
    },
    isTracing: false,
    onBalance: () => {},
    resultHours: 24,
    now,
  };
  const jobs = createJobsStore({
    session,
    files: {
      getState: () => ({ files: [{ id: "f", duration: 60 }] }) as never,
      open: async () => new File(["sound"], "f.wav"),
    },
    storage: createTabStorage(),
    credits: createCredits({
      ledger: {} as never,
      account: () => world.account,
      closings: async () => (await session.open()).database.closings,
      now,
      setTimer,
      report: () => {},
    }),
    account: () => world.account,
    onReachable: (listener) => void listeners.add(listener),
    links: {} as never,
    hosted: {} as never,
    openEngine: async () => ({}) as never,
    openServerEngine: openServers(ports),
    loadRunner: async () => runner,
    hashInput: async () => "",
    describeError: (error) => ({ code: "job.failed", params: { message: String(error) } }),
    now,
    setTimer,
    onEvent: () => {},
    report: () => {},
  });
  await tidy(session, (job) => purgedJob(job, now()));
  await jobs.restore();
  return {
    name,
    jobs,
    undo: [] as (() => void)[],
    reach: () => listeners.forEach((listener) => listener()),
    close(): void {
      isClosed = true;
      browser.close(name);
    },
  };
}

/** Whether a record shows its account a job of the servers, which it can cancel. */
const knows = (
  { account, state, removedBy, serverTasks = [] }: StoredJob,
  { id, key, owner }: { readonly id: string; readonly key: string; readonly owner: string },
): boolean =>
  account === owner &&
  removedBy === null &&
  state !== "cancelled" &&
  serverTasks.some((task) => task.job === id || (task.isCreating && task.creationKey === key));

const at = fc.nat(5);
/** Milliseconds that pass after a step. */
const pause = fc.constantFrom(0, 0, 100, 500, 500, 3000);
const stepOf = <Name extends string>(weight: number, ...names: Name[]) => ({
  weight,
  arbitrary: fc.record({ do: fc.constantFrom(...names), at, pause }),
});
const step = fc.oneof(
  stepOf(4, "enqueue"),
  stepOf(10, "cancel", "cancel", "remove", "remove", "undo", "retry", "take", "finish", "fail"),
  stepOf(4, "crash", "reload", "open", "switch", "signOut", "signIn"),
  stepOf(2, "expire", "minute", "minute"),
);
const line: fc.Arbitrary<Line> = fc.record({
  time: fc.constantFrom(0, 0, 50, 400),
  outcome: fc.constantFrom("through", "through", "cut", "lost", "lost", "failing"),
});

it("JOB-3 JOB-6 whatever happens to a job on the servers, one record knows it, or it is canceled", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 12, maxLength: 40, size: "max" }),
      fc.infiniteStream(line),
      async (steps, lines) => {
        const browser = createFakeBrowser();
        const { timers, database } = browser;
        const servers = createFakeServers(timers.now, (text) =>
          createHash("sha256").update(text).digest("hex"),
        );
        let isCalm = false;
        const world: World = {
          browser,
          servers,
          account: "anna",
          next: () => (isCalm ? GOOD : (lines.next().value as Line)),
        };
        let count = 1;
        const tabs = [await openTab(world, "tab1")];
        const pass = async (ms: number, times = 5): Promise<void> => {
          for (let turn = 0; turn < times; turn++) {
            timers.pass(ms / times);
            await settle();
          }
        };
        const signIn = (account: string | null): void => {
          world.account = account;
          for (const tab of tabs) tab.reach();
        };
        const closeAt = (index: number): void => {
          tabs.splice(index % tabs.length, 1)[0]?.close();
        };
        const open = async (): Promise<void> =>
          void tabs.push(await openTab(world, `tab${++count}`));

        for (const one of steps) {
          const tab = tabs[one.at % tabs.length]!;
          const listed = tab.jobs.getState().jobs;
          const job = listed[one.at % Math.max(1, listed.length)];
          const isOpen = [...servers.jobs.values()].filter(servers.isOpen);
          const taken = isOpen[one.at % Math.max(1, isOpen.length)];
          if (one.do === "enqueue")
            tab.jobs.enqueue({
              panel: "enhance",
              preset: "denoise",
              tool: "cleaner",
              title: "f.wav",
              fileIds: ["f"],
              params: {},
              cost: 1,
              onServer: true,
            });
          else if (one.do === "cancel" && job) tab.jobs.cancel(job.id);
          else if (one.do === "remove" && job) tab.undo.push(tab.jobs.remove(job.id));
          else if (one.do === "undo") tab.undo.pop()?.();
          else if (one.do === "retry" && job) tab.jobs.retry(job.id);
          else if (one.do === "take" && taken) taken.state = "running";
          else if (one.do === "finish" && taken) servers.end(taken, "done", null);
          else if (one.do === "fail" && taken)
            servers.end(taken, "failed", one.at % 2 === 0 ? "crashed" : "out_of_memory");
          else if (one.do === "crash" || one.do === "reload") {
            if (one.do === "reload" || tabs.length === 1) await open();
            closeAt(tabs.indexOf(tab));
          } else if (one.do === "open" && tabs.length < 3) await open();
          else if (one.do === "switch") signIn(world.account === "anna" ? "ben" : "anna");
          else if (one.do === "signOut") signIn(null);
          else if (one.do === "signIn") signIn("anna");
          else if (one.do === "expire") {
            await pass(25 * HOUR);
            servers.expire();
          } else if (one.do === "minute") await pass(60_000);
          await pass(one.pause);
        }

        async function check(): Promise<void> {
          for (let round = 0; round < 3; round++)
            for (const account of ["anna", "ben"]) {
              signIn(account);
              await pass(400_000, 8);
            }
          const records = await database.jobs.all();
          for (const job of servers.jobs.values()) {
            const known = records.filter((record) => knows(record, job));
            const text = JSON.stringify({ job, records });
            expect(known.length, text).toBe(servers.isOpen(job) ? 1 : known.length);
            expect(job.settled + job.refunded, text).toBe(servers.isOpen(job) ? 0 : 1);
          }
        }
        // Nothing is lost any more, both accounts come back, and no worker is there.
        isCalm = true;
        await pass(UNDO_MS);
        await check();
        await open();
        while (tabs.length > 1) closeAt(0);
        await check();
        await open();
        const records = await database.jobs.all();
        expect(records.filter(({ removedBy }) => removedBy !== null)).toEqual([]);
      },
    ),
    { numRuns: RUNS },
  );
}, 3_600_000);
