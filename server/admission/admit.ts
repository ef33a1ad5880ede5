import type { AnyCall } from "#core/api/contract/call.ts";
import { networksOf } from "../http/client-address.ts";
import type { RequestContext } from "../http/request-context.ts";
import { type Attempt, countOnce, findClosed, refuseAttempts } from "./limits.ts";
import type { Action } from "../deps/limits.ts";
import { bitsOf } from "./pressure.ts";
import { proofNeeded, readProof } from "./proof.ts";

/** Queued passwords per concurrent hash above which further ones are slowed down. */
const QUEUE = 4;

export interface AdmissionRequest {
  readonly call: AnyCall;
  /** Normalized form for lookups. */
  readonly address: string;
  readonly proof: string | undefined;
  /** Limits counted in addition to those of the networks. */
  readonly attempts?: readonly Attempt[];
}

const networkTries = (action: Action, client: string, site: string | null): readonly Attempt[] => [
  [`${action}Client`, client],
  ...(site === null ? [] : [[`${action}Site`, site] as const]),
];

/** Proof-of-work difficulty by the length of the password queue. */
function queueLevel({ passwords, settings }: RequestContext["deps"]): number {
  const rounds = passwords.waiting() / (QUEUE * settings.passwordHashes);
  return rounds < 1 ? 0 : 1 + Math.floor(Math.log2(rounds));
}

/**
 * Admits clients with few attempts, and requires proof of work while there are many attempts.
 * Nothing here depends on whether an address has an account.
 * @throws {ApiFailure} too_many_tries; proof_needed
 */
export async function admit(
  { deps, address: from }: Pick<RequestContext, "deps" | "address">,
  action: Action,
  { call, address, proof, attempts = [] }: AdmissionRequest,
): Promise<void> {
  const { client, site, wide } = networksOf(from);
  const all = [...networkTries(action, client, site), ...attempts];
  refuseAttempts(findClosed(deps, all).wait);
  const scope = { wide, address };
  const bound = { path: call.path, address, client };
  const level = Math.max(deps.pressure.level(action, scope), queueLevel(deps));
  const proven = level === 0 ? null : readProof(deps, bound, proof);
  if (level > 0 && proven === null) {
    deps.metrics.count("toolkit_proofs_asked_total", { action });
    throw proofNeeded(deps, bound, bitsOf(level));
  }
  // Before the first await: most of a thousand concurrent requests must see the count.
  const takeBack = deps.pressure.add(action, scope);
  try {
    const counted = await countOnce(deps, proven === null ? all : [...all, ["proof", proven]]);
    if (counted.by === "proof") throw proofNeeded(deps, bound, bitsOf(level));
    refuseAttempts(counted.wait);
  } catch (error) {
    // A rejected request does not count against other clients.
    takeBack();
    throw error;
  }
  await deps.pressure.share(deps);
}
