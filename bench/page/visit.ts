import type { Browser, CDPSession, Page } from "playwright";
import { slowDown } from "./browser.ts";
import { blockingTime, DIALOG, observe } from "./observe.ts";

/** One visit to a page: sizes in bytes, times in milliseconds. */
export interface Sample {
  /** Gzip size of the scripts that were asked for before the load event, … */
  readonly scriptsAtLoad: number;
  /** … until the page rested, … */
  readonly scriptsAtRest: number;
  /** … and until the dialog was open. */
  readonly scriptsOpen: number;
  readonly requestsAtLoad: number;
  readonly requestsAtRest: number;
  /** Over the wire, headers included, until the page rested. */
  readonly bytes: number;
  readonly documentBytes: number;
  /** Time that the tasks of the main thread took until the page rested. */
  readonly work: number;
  /** Processor time of the main thread until then, in a visit of its own that nothing slows down. */
  readonly cpu: number;
  readonly blocking: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  /** Longest event of opening the dialog, to its next frame; 16 where none took longer. */
  readonly inp: number;
  /** From the click to the first frame with the dialog; -1 where it did not appear. */
  readonly shown: number;
  /** The same two in a visit of its own, where the click comes right after the first paint. */
  readonly hastyInp?: number;
  readonly hastyShown?: number;
}

export interface VisitInput {
  readonly url: string;
  readonly language: string;
  /** Gzip size of a script of the contestant, by its path. */
  readonly gzipOf: (path: string) => number;
  /** Selectors of the button that opens the dialog; the first that is on the page counts. */
  readonly openers: readonly string[];
}

/** A visit that went wrong: of the contestant, not of the bench. */
export class VisitError extends Error {}

interface Loaded {
  readonly path: string;
  readonly kind: string;
  /** Seconds, by the browser's clock. */
  readonly sent: number;
  bytes: number;
  done: boolean;
}

const SCRIPT = /\.m?js$/;
const QUIET = 2000;
const STEP = 250;
/** Milliseconds of work in a step that still count as rest. */
const RUSTLE = 12;
const LIMIT = 90_000;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

function recordNetwork(session: CDPSession) {
  const requests = new Map<string, Loaded>();
  let loadedAt = Infinity;
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp, type }) => {
    const { protocol, pathname } = new URL(request.url);
    if (!protocol.startsWith("http")) return;
    const kind = type ?? "Other";
    requests.set(requestId, { path: pathname, kind, sent: timestamp, bytes: 0, done: false });
  });
  const end = (requestId: string, bytes: number): void => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { bytes, done: true });
  };
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength),
  );
  session.on("Network.loadingFailed", ({ requestId }) => end(requestId, 0));
  session.on("Page.loadEventFired", ({ timestamp }) => (loadedAt = timestamp));
  return {
    all: (): Loaded[] => [...requests.values()],
    beforeLoad: (): Loaded[] => [...requests.values()].filter(({ sent }) => sent <= loadedAt),
    open: (): string[] =>
      [...requests.values()].filter(({ done }) => !done).map(({ path }) => path),
  };
}
type Network = ReturnType<typeof recordNetwork>;

/** What the main thread has spent so far. Its processor time includes what slows it down. */
const spent = async (
  session: CDPSession,
  metric: "TaskDuration" | "ThreadTime",
): Promise<number> => {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === metric)!.value;
};

/**
 * Waits until nothing has been asked for and next to nothing worked for two seconds.
 * @returns the main thread's work up to the beginning of that rest
 */
async function rest(session: CDPSession, network: Network): Promise<number> {
  const started = performance.now();
  let before = await spent(session, "TaskDuration");
  let count = network.all().length;
  let atRest = before;
  let quietSince = started;
  while (performance.now() - quietSince < QUIET) {
    if (performance.now() - started > LIMIT)
      throw new VisitError(
        `the page did not rest within ${LIMIT / 1000} s; open requests: ${network.open().join(", ") || "none"}`,
      );
    await pause(STEP);
    const now = await spent(session, "TaskDuration");
    const requests = network.all().length;
    if (now - before > RUSTLE || requests !== count || network.open().length > 0) {
      quietSince = performance.now();
      atRest = now;
    }
    before = now;
    count = requests;
  }
  return atRest;
}

/** Clicks the button that opens the dialog. */
async function open(page: Page, openers: readonly string[]): Promise<void> {
  for (const selector of openers) {
    const opener = page.locator(selector).filter({ visible: true }).first();
    if ((await opener.count()) === 0) continue;
    await opener.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await opener.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await page
      .waitForFunction(() => window.observed.shown >= 0, undefined, { timeout: 10_000 })
      .catch(() => {});
    return;
  }
}

/** Opens a page for a first-time visitor on a slow phone. Throws if it does not load. */
async function begin(
  browser: Browser,
  { url, language }: VisitInput,
  { until = "load", slow = true }: { until?: "load" | "commit"; slow?: boolean } = {},
) {
  const context = await browser.newContext({
    locale: language,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(observe, DIALOG);
  const session = await context.newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Performance.enable");
  const network = recordNetwork(session);
  if (slow) await slowDown(session);
  else await session.send("Network.enable");
  try {
    await page.goto(url, { waitUntil: until, timeout: LIMIT });
  } catch (error) {
    await context.close();
    throw new VisitError((error as Error).message);
  }
  return { context, page, session, network, errors };
}

/** Waits for a page to rest, then opens its dialog. */
async function visitCalmly(browser: Browser, input: VisitInput): Promise<Omit<Sample, "cpu">> {
  const { context, page, session, network, errors } = await begin(browser, input);
  try {
    const work = await rest(session, network);
    const scripts = (requests: readonly Loaded[]): number =>
      requests.reduce((sum, { path }) => sum + (SCRIPT.test(path) ? input.gzipOf(path) : 0), 0);
    const atRest = network.all();
    const before = {
      scriptsAtLoad: scripts(network.beforeLoad()),
      scriptsAtRest: scripts(atRest),
      requestsAtLoad: network.beforeLoad().length,
      requestsAtRest: atRest.length,
      bytes: atRest.reduce((sum, { bytes }) => sum + bytes, 0),
      documentBytes: atRest.find(({ kind }) => kind === "Document")!.bytes,
      work,
    };
    const { fcp, lcp, cls, tasks } = await page.evaluate(() => window.observed);
    await open(page, input.openers);
    await rest(session, network);
    const { interaction, shown } = await page.evaluate(() => window.observed);
    if (errors.length > 0) throw new VisitError(errors.join("; "));
    return {
      ...before,
      scriptsOpen: scripts(network.all()),
      blocking: blockingTime({ fcp, tasks }),
      fcp,
      lcp,
      cls,
      inp: Math.max(16, interaction),
      shown,
    };
  } finally {
    await context.close();
  }
}

/** Opens the dialog as soon as the page can be seen, whether or not it is ready for that. */
async function visitInHaste(
  browser: Browser,
  input: VisitInput,
): Promise<Pick<Sample, "hastyInp" | "hastyShown">> {
  const { context, page } = await begin(browser, input, { until: "commit" });
  try {
    const seen = { timeout: LIMIT };
    await page
      .waitForFunction(() => window.observed.fcp > 0, undefined, seen)
      .catch(() => {
        throw new VisitError("nothing was painted");
      });
    await open(page, input.openers);
    const { interaction, shown } = await page.evaluate(() => window.observed);
    return { hastyInp: Math.max(16, interaction), hastyShown: shown };
  } finally {
    await context.close();
  }
}

/** Visits a page that nothing slows down. */
export async function visitAtFullSpeed(
  browser: Browser,
  input: VisitInput,
): Promise<Pick<Sample, "cpu">> {
  const { context, session, network } = await begin(browser, input, { slow: false });
  try {
    await rest(session, network);
    return { cpu: await spent(session, "ThreadTime") };
  } finally {
    await context.close();
  }
}

/** Visits a page as often as it takes to measure it once. */
export const visit = async (
  browser: Browser,
  input: VisitInput,
  haste: boolean,
): Promise<Sample> => ({
  ...(await visitCalmly(browser, input)),
  ...(await visitAtFullSpeed(browser, input)),
  ...(haste && (await visitInHaste(browser, input))),
});
