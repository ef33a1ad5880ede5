import type { Clock } from "../ports/clock.ts";

/** Seconds whose requests a client may make at once. */
const AHEAD = 12;
const CLIENTS = 20_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Holds off a client that makes too many requests to this process.
 * @param perSecond requests in the long run; 0: any number
 */
export function createFlood(clock: Clock, perSecond: number) {
  const burst = perSecond * AHEAD;
  const buckets = new Map<string, Bucket>();
  /** @returns seconds to wait; 0: go on */
  return (client: string): number => {
    if (perSecond === 0) return 0;
    const now = clock();
    const bucket = buckets.get(client) ?? { tokens: burst, at: now };
    // Moved to the end: those that have been quiet for longest go first.
    buckets.delete(client);
    buckets.set(client, bucket);
    if (buckets.size > CLIENTS) buckets.delete(buckets.keys().next().value!);
    const passed = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(burst, bucket.tokens + passed * perSecond);
    bucket.at = now;
    if (bucket.tokens < 1) return (1 - bucket.tokens) / perSecond;
    bucket.tokens -= 1;
    return 0;
  };
}
