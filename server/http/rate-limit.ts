import type { Clock } from "../ports/clock.ts";
import type { Networks } from "./client-address.ts";

/** Seconds of the sustained rate that a client may use in a burst. */
const AHEAD = 12;
/** Maximum number of networks of each kind in memory. */
const NETWORKS = 20_000;
/** Factor by which networks with many clients may exceed the rate of one client. */
const SITE = 4;
const WIDE = 16;
/**
 * Fraction of its burst that a network must have left to count as quiet. If a wide network exceeds
 * its rate, its quiet networks are still served.
 */
const QUIET = 0.75;

interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets of one kind of network. */
function createBuckets(clock: Clock, perSecond: number) {
  const burst = perSecond * AHEAD;
  const buckets = new Map<string, Bucket>();
  return {
    burst,
    perSecond,
    /** Returns the bucket, refilled to the current time. */
    find(network: string): Bucket {
      const now = clock();
      const bucket = buckets.get(network) ?? { tokens: burst, at: now };
      // Moves the bucket to the end, so that the least recently used ones are evicted first.
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
 * Rate limit of this process: for a client, and for an IPv6 site of many clients. A network of many
 * customers that exceeds its rate is limited, except for the quiet networks in it.
 * @param perSecond sustained rate of a client; 0: unlimited
 */
export function createRateLimit(clock: Clock, perSecond: number) {
  const clients = createBuckets(clock, perSecond);
  const sites = createBuckets(clock, perSecond * SITE);
  const wides = createBuckets(clock, perSecond * WIDE);
  /** @returns seconds to wait; 0: allowed */
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
