import type { Verdicts } from "#audio/nets/studio/verify-net.ts";

/** What is used of WebGPU. */
interface Gpu {
  requestAdapter(options: object): Promise<{
    readonly info?: {
      readonly vendor: string;
      readonly architecture: string;
      readonly description: string;
    };
  } | null>;
}

/** What the graphics card calls itself; null where there is none. */
export async function adapterName(): Promise<string | null> {
  const { gpu } = navigator as { readonly gpu?: Gpu };
  const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) return null;
  const { vendor = "", architecture = "", description = "" } = adapter.info ?? {};
  return [vendor, architecture, description].join(" ").trim() || "unnamed";
}

/** The processor among the verdicts. Browsers change what runs nets on it: a new one is tried again. */
export const processorName = (threads: number): string =>
  `processor ${threads} ${navigator.userAgent}`;

/** ms; a card that is worth its while is done with a piece of a large net by then. */
const PATIENCE = 120_000;
/** Resolves when a card that has not answered yet counts as one that hangs. */
export const overdue = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE);
  });

const VERDICTS = "toolkit-model-verdicts-1";
/** How long it took. */
const SECONDS = "toolkit-seconds";
/** What was found out of a net on this device; it stands for nothing on a server. */
const verdictAt = (sha256: string, adapter: string): string =>
  `/models/${sha256}/verdicts/${encodeURIComponent(adapter)}`;

/** Verdicts on a net, by what runs it. */
export const verdictsOf = (sha256: string): Verdicts => ({
  async read(adapter: string): Promise<boolean | null> {
    const kept = await (await caches.open(VERDICTS)).match(verdictAt(sha256, adapter));
    return kept ? (await kept.text()) === "right" : null;
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
 * Seconds in which a net has answered the known sound on this device, by what answers fastest and
 * rightly; null where it has not yet.
 * @param sha256 of what runs, as `verdictsOf` has it
 */
export async function storedSeconds(sha256: string): Promise<number | null> {
  const cache = await caches.open(VERDICTS);
  let best: number | null = null;
  for (const request of await cache.keys()) {
    if (!new URL(request.url).pathname.startsWith(`/models/${sha256}/`)) continue;
    const kept = await cache.match(request);
    const seconds = Number(kept?.headers.get(SECONDS) ?? 0);
    if (seconds > 0 && (await kept!.text()) === "right") best = Math.min(best ?? seconds, seconds);
  }
  return best;
}
