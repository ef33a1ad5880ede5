import { createHmac, timingSafeEqual } from "node:crypto";
import { isSolved, splitSolution } from "#core/crypto/proof-of-work.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";

/** Milliseconds in which a puzzle is to be solved; as long as `RULES.proof` remembers that it was. */
const VALID = 120_000;

type ProofDeps = Pick<Deps, "clock" | "random" | "settings">;

/** What a proof of work is for: nothing else, for nobody else. */
export interface Bound {
  /** Path of the call. */
  readonly path: string;
  readonly address: string;
  readonly client: string;
}

const sealOf = (
  { settings }: Pick<ProofDeps, "settings">,
  { path, address, client }: Bound,
  front: string,
): string =>
  createHmac("sha256", settings.secret)
    .update(`proof ${path} ${address} ${client} ${front}`)
    .digest("base64url")
    .slice(0, 22);

/** Asks for a proof of work. Nothing is kept of it until it comes back. */
export function proofNeeded(deps: ProofDeps, bound: Bound, bits: number): ApiFailure {
  const until = (deps.clock() + VALID).toString(36);
  const front = `${bits}.${until}.${deps.random.bytes(12).toString("base64url")}`;
  const challenge = `${front}.${sealOf(deps, bound, front)}`;
  return new ApiFailure("proof_needed", { params: { challenge, bits } });
}

/**
 * What names a proof that holds, so that it can be counted; null where it is none.
 * @param text what the client has sent
 */
export function readProof(deps: ProofDeps, bound: Bound, text: string | undefined): string | null {
  const solution = text === undefined ? null : splitSolution(text);
  if (!solution) return null;
  const { challenge, numbers } = solution;
  const [bits = "", until = "", nonce = "", seal = "", ...rest] = challenge.split(".");
  if (rest.length > 0) return null;
  const expected = Buffer.from(sealOf(deps, bound, `${bits}.${until}.${nonce}`));
  const given = Buffer.from(seal);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  // From here on it is our own text.
  if (Number.parseInt(until, 36) <= deps.clock()) return null;
  return isSolved({ challenge, bits: Number(bits) }, numbers) ? nonce : null;
}
