import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import type { Client } from "./client.ts";

/** Result of a claim. */
export interface Claimed {
  readonly added: number;
  readonly free: number;
  readonly paid: number;
}

/**
 * Claims the daily credits. @throws API_REFUSED with the key `claim_too_soon`, and errors of calls
 */
export async function claim(client: Client): Promise<Claimed> {
  const before = await client.call(getBalance, {});
  const after = await client.call(claimDaily, {});
  return {
    added: Math.max(0, after.free_credits - before.free_credits),
    free: after.free_credits,
    paid: after.buy_credits,
  };
}
