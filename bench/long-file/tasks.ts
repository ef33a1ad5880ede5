import type { CDPSession } from "playwright";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const MAIN = "CrRendererMain";
const RUN = "ThreadControllerImpl::RunTask";
/** Microseconds. */
const LONG = 50_000;

/** ms after which what was traced is read: the browser keeps all of it until then. */
const WINDOW = 20_000;

/**
 * Watches the tasks of pages' threads. What counts is processor time, so that a machine that is busy
 * with other things makes no task longer.
 * @param devtools session of the browser
 */
export function watchTasks(devtools: CDPSession) {
  const mains = new Set<string>();
  let found: [thread: string, time: number][] = [];
  let longest = 0;
  let many = 0;
  devtools.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, ph, pid, tid, tdur = 0, args } of value as unknown as TraceEvent[]) {
      const thread = `${pid} ${tid}`;
      if (ph === "M" && name === "thread_name" && args?.name === MAIN) mains.add(thread);
      if (name === RUN) found.push([thread, tdur]);
    }
  });
  let stopped = false;
  let wake = (): void => {};
  let watching: Promise<void> = Promise.resolve();

  const begin = (): Promise<unknown> =>
    devtools.send("Tracing.start", {
      transferMode: "ReportEvents",
      traceConfig: {
        recordMode: "recordAsMuchAsPossible",
        includedCategories: ["toplevel", "__metadata"],
        excludedCategories: ["*"],
      },
    });
  async function read(): Promise<void> {
    const complete = new Promise<void>((resolve) =>
      devtools.once("Tracing.tracingComplete", () => resolve()),
    );
    await Promise.all([complete, devtools.send("Tracing.end")]);
    for (const [thread, time] of found)
      if (mains.has(thread)) {
        longest = Math.max(longest, time / 1000);
        if (time > LONG) many++;
      }
    found = [];
  }
  async function watch(): Promise<void> {
    while (!stopped) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, WINDOW).unref();
      });
      await read();
      if (!stopped) await begin();
    }
  }
  return {
    async start(): Promise<void> {
      await begin();
      watching = watch();
      // Told by `stop`.
      watching.catch(() => {});
    },
    /** ms of the longest task, and how many took more than 50. */
    async stop(): Promise<{ readonly longest: number; readonly many: number }> {
      stopped = true;
      wake();
      await watching;
      return { longest, many };
    },
  };
}
