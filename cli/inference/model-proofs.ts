import { setTimeout as pauseFor } from "node:timers/promises";
import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import { type Log, describeError } from "#server/deps/log.ts";

/** Milliseconds between two rounds, in which models that are not proven are tried. */
const EVERY = 10_000;
/** Milliseconds between two looks at the version of a proven model. */
const LOOK = 60_000;
/** Milliseconds after which a proof is repeated, while its model gets requests as before. */
const LASTS = 6 * 3_600_000;
/** Milliseconds for which a proof answers a doubt: files of strangers cause no endless proofs. */
const FRESH = 60_000;

interface Proof {
  /** Epoch milliseconds. */
  readonly provenAt: number;
  readonly version: string;
  /** Time of the last look at the version, and whether the server has answered it. */
  lookedAt: number;
  isReached: boolean;
}

export interface ModelProofsDeps {
  /** Proves a model. @returns the largest difference in dB */
  readonly prove: (id: string) => Promise<number>;
  /** What changes whenever the server loads the model again from another file. */
  readonly readVersion: (id: string) => Promise<string>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly log: Log;
  readonly url: string;
  readonly signal: AbortSignal;
}

/** Which models a server has been proven to run. A proof is repeated when it may no longer hold. */
export interface ModelProofs {
  readonly runs: (id: string) => boolean;
  /** Whether it has been proven to run any model. */
  readonly runsAny: () => boolean;
  /**
   * Proves a model again; until then it gets no requests, unless its proof is of this minute.
   * @returns whether the server runs it
   */
  readonly doubt: (id: string) => Promise<boolean>;
  /** Drops all proofs: the server did not answer, and another program may answer next. */
  readonly drop: () => void;
  /** One round: proves what is not proven, and what has changed. */
  readonly look: () => Promise<void>;
}

export function createModelProofs(models: readonly string[], deps: ModelProofsDeps): ModelProofs {
  const { clock, log, url, signal } = deps;
  const proofs = new Map<string, Proof>();
  const running = new Map<string, Promise<boolean>>();
  /** The reason of the last refusal of each model, which is logged once. */
  const refused = new Map<string, string>();

  async function prove(id: string): Promise<boolean> {
    try {
      const version = await deps.readVersion(id);
      const difference = await deps.prove(id);
      const now = clock();
      proofs.set(id, { provenAt: now, version, lookedAt: now, isReached: true });
      refused.delete(id);
      log("info", "inference_model_proven", { url, model: id, decibels: Math.round(difference) });
      return true;
    } catch (error) {
      signal.throwIfAborted();
      // A server that has too much to do is the same one: its old proof holds until the next round.
      if (error instanceof InferenceError && error.fault === "busy" && proofs.has(id)) return true;
      proofs.delete(id);
      // Also a file of the model that is being replaced must not end the proofs of others.
      const facts =
        error instanceof InferenceError
          ? { fault: error.fault, detail: error.message }
          : describeError(error);
      const reason = JSON.stringify(facts);
      if (refused.get(id) !== reason)
        log("error", "inference_model_refused", { url, model: id, ...facts });
      refused.set(id, reason);
      return false;
    }
  }
  /** One proof of a model at a time. */
  function proveOnce(id: string): Promise<boolean> {
    const proof = running.get(id) ?? prove(id).finally(() => running.delete(id));
    running.set(id, proof);
    return proof;
  }

  /** Whether a proof no longer holds, because the server was away or has another version. */
  async function isOutdated(id: string, proof: Proof): Promise<boolean> {
    if (clock() - proof.lookedAt < LOOK) return false;
    proof.lookedAt = clock();
    try {
      const version = await deps.readVersion(id);
      return !proof.isReached || version !== proof.version;
    } catch (error) {
      if (!(error instanceof InferenceError)) throw error;
      // A busy server is the same server.
      if (error.fault !== "busy") proof.isReached = false;
      return false;
    }
  }

  async function lookAt(id: string): Promise<void> {
    const proof = proofs.get(id);
    if (!proof) return void (await proveOnce(id));
    if (await isOutdated(id, proof)) proofs.delete(id);
    else if (clock() - proof.provenAt < LASTS) return;
    await proveOnce(id);
  }

  return {
    runs: (id) => proofs.has(id),
    runsAny: () => proofs.size > 0,
    async doubt(id) {
      const proof = proofs.get(id);
      if (proof && clock() - proof.provenAt < FRESH) return true;
      proofs.delete(id);
      return await proveOnce(id);
    },
    drop: () => proofs.clear(),
    async look() {
      for (const id of models) await lookAt(id);
    },
  };
}

/** Number of servers that are proven at the same time. */
const PROOFS = 4;

/** The first round of all servers, several at a time: one that is slow keeps few others waiting. */
export async function proveAll(servers: readonly Pick<ModelProofs, "look">[]): Promise<void> {
  const waiting = servers.values();
  const proveNext = async (): Promise<void> => {
    for (const { look } of waiting) await look();
  };
  await Promise.all(Array.from({ length: PROOFS }, proveNext));
}

/** Repeats rounds of a server until `signal` is aborted, whatever becomes of one. */
export async function watchProofs(
  { look }: Pick<ModelProofs, "look">,
  { log, signal, every = EVERY }: Pick<ModelProofsDeps, "log" | "signal"> & { every?: number },
): Promise<void> {
  for (;;)
    try {
      await pauseFor(every, undefined, { signal, ref: false });
      await look();
    } catch (error) {
      if (signal.aborted) return;
      log("error", "inference_proof_failed", describeError(error));
    }
}
