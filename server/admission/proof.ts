import { createHmac, timingSafeEqual } from "node:crypto";
import { isSolved, splitSolution } from "#core/crypto/proof-of-work.ts";
import type { Deps } from "../deps/deps.ts";
import { ApiFailure } from "../http/api-failure.ts";

/**
 * Milliseconds in which a puzzle has to be solved. Must not exceed the window of `RULES.proof`, in
 * which used proofs are remembered.
 */
const VALID = 120_000;

type ProofDeps = Pick<Deps, "clock" | "random" | "settings">;

/** The request that a proof of work is bound to. */
export interface Bound {
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

/** The error that asks for a proof of work. The server stores nothing until the proof arrives. */
export function proofNeeded(deps: ProofDeps, bound: Bound, bits: number): ApiFailure {
  const until = (deps.clock() + VALID).toString(36);
  const front = `${bits}.${until}.${deps.random.bytes(12).toString("base64url")}`;
  const challenge = `${front}.${sealOf(deps, bound, front)}`;
  return new ApiFailure("proof_needed", { params: { challenge, bits } });
}

/**
 * The key under which a valid proof is counted; null for an invalid one.
 * @param text the client's proof
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
  // The signature is valid, so the text is the server's own.
  if (Number.parseInt(until, 36) <= deps.clock()) return null;
  return isSolved({ challenge, bits: Number(bits) }, numbers) ? nonce : null;
}
