// What a test file leaves behind in its worker, which the files after it share.
import { vi } from "vitest";

type Variables = Readonly<Record<string, string | undefined>>;
type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** State of the worker before a test file. */
export interface Before {
  readonly variables: Variables;
  readonly properties: readonly (readonly [holder: object, Properties])[];
}

/** Objects of the platform whose properties tests replace. */
const PLATFORM: readonly object[] = [globalThis, console, Date, Math, performance];

/** What libraries define once, when they are first loaded or first start a server. */
const OF_LIBRARIES: ReadonlySet<PropertyKey> = new Set([
  // @hono/node-server
  "Request",
  "Response",
  // pdfjs-dist
  "DOMMatrix",
  "ImageData",
  "Path2D",
  "pdfjsLib",
  "pdfjsWorker",
  "_pdfjsTestingUtils",
  "sumPrecise",
  // recheck
  "RECHECK_SYNC_BACKEND",
]);
const isOwnedByLibrary = (key: PropertyKey): boolean =>
  typeof key === "symbol" ||
  OF_LIBRARIES.has(key) ||
  String(key).startsWith("__") ||
  String(key).startsWith("VITEST");

const intervals = new Map<NodeJS.Timeout, string>();
const realInterval = globalThis.setInterval;
const realImmediate = globalThis.setImmediate;

/** Remembers who sets intervals. Calling it again changes nothing. */
export function watchIntervals(): void {
  if (globalThis.setInterval !== realInterval) return;
  const watched = (run: (...all: unknown[]) => void, ms?: number, ...all: unknown[]) => {
    const timer = realInterval(run, ms, ...all);
    intervals.set(timer, callerOf(watched));
    return timer;
  };
  globalThis.setInterval = Object.assign(watched, realInterval) as unknown as typeof setInterval;
}

export const stateOfWorker = (): Before => ({
  variables: { ...process.env },
  properties: PLATFORM.map((holder) => [holder, propertiesOf(holder)]),
});

/**
 * Says what has been left behind since then, and removes it, so that only the file that has left it
 * fails. Loops of immediates cannot be removed: each is reported once.
 */
export async function takeLeaks(before: Before): Promise<string[]> {
  const leaks: string[] = [];
  if (vi.isFakeTimers()) {
    leaks.push("fake timers");
    vi.useRealTimers();
  }
  for (const [timer, callSite] of intervals) {
    // Node's own mark of a timer that has been cleared.
    if (!("_destroyed" in timer && timer._destroyed)) leaks.push(`an interval, set ${callSite}`);
    clearInterval(timer);
  }
  intervals.clear();
  leaks.push(...takeProperties(before), ...takeVariables(before.variables));
  return [...leaks, ...(await findLoops())];
}

function takeProperties({ properties }: Before): string[] {
  return properties.flatMap(([holder, then]) => {
    const now = propertiesOf(holder);
    const changed = [...new Set([...then.keys(), ...now.keys()])].filter(
      (key) => !isOwnedByLibrary(key) && !isSame(then.get(key), now.get(key)),
    );
    for (const key of changed) {
      const old = then.get(key);
      if (old) Object.defineProperty(holder, key, old);
      else Reflect.deleteProperty(holder, key);
    }
    return changed.map((key) => `another global ${String(key)}`);
  });
}

function isSame(then: PropertyDescriptor | undefined, now: PropertyDescriptor | undefined) {
  if (!then || !now) return then === now;
  if (now.get || !then.get) return now.get === then.get && Object.is(now.value, then.value);
  // Node replaces the getter of some globals with their value when they are first read.
  return Object.is(then.get.call(globalThis), now.value);
}

const propertiesOf = (holder: object): Properties =>
  new Map(
    Reflect.ownKeys(holder).map((key) => [key, Object.getOwnPropertyDescriptor(holder, key)!]),
  );

function takeVariables(variables: Variables): string[] {
  const changed = Object.keys({ ...variables, ...process.env }).filter(
    (name) => !isOwnedByLibrary(name) && process.env[name] !== variables[name],
  );
  for (const name of changed) {
    const old = variables[name];
    if (old === undefined) delete process.env[name];
    else process.env[name] = old;
  }
  return changed.map((name) => `another environment variable ${name}`);
}

/** Turns of the event loop after which work that sets an immediate in each of them is a loop. */
const TURNS = 1000;
const reported = new Set<string>();

/** Finds what sets an immediate whenever its last one runs, and so leaves no time to other files. */
async function findLoops(): Promise<string[]> {
  const callSites = new Set<string>();
  const watched = (run: (...all: unknown[]) => void, ...all: unknown[]) => {
    callSites.add(callerOf(watched));
    return realImmediate(run, ...all);
  };
  globalThis.setImmediate = Object.assign(watched, realImmediate) as typeof setImmediate;
  try {
    for (let turns = 0, quiet = 0; turns < TURNS; turns++) {
      await new Promise<void>((resolve) => void realImmediate(resolve));
      quiet = process.getActiveResourcesInfo().includes("Immediate") ? 0 : quiet + 1;
      if (quiet === 3) return [];
    }
  } finally {
    globalThis.setImmediate = realImmediate;
  }
  const found = callSites.size > 0 ? [...callSites] : ["by node:timers"];
  const fresh = found.filter((callSite) => !reported.has(callSite));
  for (const callSite of fresh) reported.add(callSite);
  return fresh.map((callSite) => `a loop of immediates, set ${callSite}`);
}

/** The line of code that called a function. */
function callerOf(called: (...all: never[]) => unknown): string {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, called);
  return trace.stack?.split("\n")[1]?.trim() ?? "somewhere";
}
