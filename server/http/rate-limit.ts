import type { Clock } from "../ports/clock.ts";
import type { Networks } from "./client-address.ts";

/** Seconds whose requests a client may make at once. */
const AHEAD = 12;
/** Networks of a kind that are remembered. */
const NETWORKS = 20_000;
/** How much more than one client the networks may ask for that hold many. */
const SITE = 4;
const WIDE = 16;
/**
 * Part of its requests at once that a network still has while it is a quiet one. Where a wide network
 * asks too much, the quiet ones in it are let through.
 */
const QUIET = 0.75;

interface Bucket {
  tokens: number;
  at: number;
}

/** Buckets of one kind of network. */
function createBuckets(clock: Clock, perSecond: number) {
  const burst = perSecond * AHEAD;
  const buckets = new Map<string, Bucket>();
  return {
    burst,
    perSecond,
    /** As full as it is now. */
    find(network: string): Bucket {
      const now = clock();
      const bucket = buckets.get(network) ?? { tokens: burst, at: now };
      // Moved to the end: those that have been quiet for longest go first.
      buckets.delete(network);
      buckets.set(network, bucket);
      if (buckets.size > NETWORKS) buckets.delete(buckets.keys().next().value!);
      const passed = Math.max(0, now - bucket.at) / 1000;
      bucket.tokens = Math.min(burst, bucket.tokens + passed * perSecond);
      bucket.at = now;
      return bucket;
    },
  };
}

/**
 * Holds off who makes too many requests to this process: a client, and an IPv6 site of many clients.
 * A network of many customers that makes too many is held off but for the quiet ones in it.
 * @param perSecond requests of a client in the long run; 0: any number
 */
export function createRateLimit(clock: Clock, perSecond: number) {
  const clients = createBuckets(clock, perSecond);
  const sites = createBuckets(clock, perSecond * SITE);
  const wides = createBuckets(clock, perSecond * WIDE);
  /** @returns seconds to wait; 0: go on */
  return ({ client, site, wide }: Networks): number => {
    if (perSecond === 0) return 0;
    const narrow = [{ of: clients, bucket: clients.find(client) }];
    if (site !== null) narrow.push({ of: sites, bucket: sites.find(site) });
    const shared = wides.find(wide);
    const isCrowded = shared.tokens < 1;
    let wait = 0;
    for (const { of, bucket } of narrow) {
      const required = isCrowded ? Math.max(1, of.burst * QUIET) : 1;
      wait = Math.max(wait, (required - bucket.tokens) / of.perSecond);
    }
    if (wait > 0) return wait;
    for (const { bucket } of narrow) bucket.tokens -= 1;
    shared.tokens = Math.max(0, shared.tokens - 1);
    return 0;
  };
}
