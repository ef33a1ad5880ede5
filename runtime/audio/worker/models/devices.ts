import type { Verdicts } from "#audio/nets/studio/verify-net.ts";

/** The part of WebGPU that is used. */
interface Gpu {
  requestAdapter(options: object): Promise<{
    readonly info?: {
      readonly vendor: string;
      readonly architecture: string;
      readonly description: string;
    };
  } | null>;
}

/** Name of the WebGPU adapter; null without WebGPU. */
export async function adapterName(): Promise<string | null> {
  const { gpu } = navigator as { readonly gpu?: Gpu };
  const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) return null;
  const { vendor = "", architecture = "", description = "" } = adapter.info ?? {};
  return [vendor, architecture, description].join(" ").trim() || "unnamed";
}

/**
 * Key of the CPU among the verdicts. It includes the browser, because a browser update may change
 * how models run.
 */
export const processorName = (threads: number): string =>
  `processor ${threads} ${navigator.userAgent}`;

/** ms within which a useful GPU has processed one segment of a large model. */
const PATIENCE = 120_000;
/** Resolves when a GPU that has not responded counts as hung. */
export const overdue = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE);
  });

const VERDICTS = "toolkit-model-verdicts-1";
/** Cache header with the duration of a verdict's run. */
const SECONDS = "toolkit-seconds";
/** Cache key of the verdict on a model on this device; no server has this address. */
const verdictAt = (sha256: string, adapter: string): string =>
  `/models/${sha256}/verdicts/${encodeURIComponent(adapter)}`;

/** Verdicts on a model, by the backend that ran it. */
export const verdictsOf = (sha256: string): Verdicts => ({
  async read(adapter: string): Promise<boolean | null> {
    const cached = await (await caches.open(VERDICTS)).match(verdictAt(sha256, adapter));
    return cached ? (await cached.text()) === "right" : null;
  },
  async write(adapter: string, right: boolean, seconds: number): Promise<void> {
    const cache = await caches.open(VERDICTS);
    const headers = { [SECONDS]: String(seconds) };
    await cache.put(
      verdictAt(sha256, adapter),
      new Response(right ? "right" : "wrong", { headers }),
    );
  },
});

/**
 * Seconds that the fastest correct backend on this device needed for the test signal; null if none
 * has run it yet.
 * @param sha256 digest of the graph, as for `verdictsOf`
 */
export async function storedSeconds(sha256: string): Promise<number | null> {
  const cache = await caches.open(VERDICTS);
  let best: number | null = null;
  for (const request of await cache.keys()) {
    if (!new URL(request.url).pathname.startsWith(`/models/${sha256}/`)) continue;
    const cached = await cache.match(request);
    const seconds = Number(cached?.headers.get(SECONDS) ?? 0);
    if (seconds > 0 && (await cached!.text()) === "right")
      best = Math.min(best ?? seconds, seconds);
  }
  return best;
}
