import type { InferenceError } from "#audio/nets/inference/inference-error.ts";

/** Failures in a row after which a server gets no more requests for a while. */
const MAX_FAILURES = 3;
/** Milliseconds of the first pause; each further one is twice as long, up to the longest. */
const FIRST_PAUSE = 10_000;
const LONGEST_PAUSE = 300_000;
/** Milliseconds of a pause after "busy" if the server specifies none. */
const BUSY_PAUSE = 1000;

/**
 * States of a circuit breaker. `closed`: requests pass; `open`: none does, after failures; `halfOpen`:
 * one does, as a test; `busy`: none does, because the server has asked for a pause.
 */
export const BREAKER_STATES = ["closed", "open", "halfOpen", "busy"] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/** Health of a server: a circuit breaker. */
export interface EndpointHealth {
  /** Epoch milliseconds from which on it gets requests. */
  readonly resumesAt: () => number;
  /** Whether it gets a single request at a time, which decides whether it has recovered. */
  readonly isOnTrial: () => boolean;
  readonly state: () => BreakerState;
  readonly succeed: () => void;
  readonly fail: (error: InferenceError) => void;
}

/** @param clock epoch milliseconds */
export function createEndpointHealth(clock: () => number): EndpointHealth {
  let failures = 0;
  let resumesAt = 0;
  const pause = (milliseconds: number): void => {
    resumesAt = Math.max(resumesAt, clock() + Math.min(LONGEST_PAUSE, milliseconds));
  };
  const isOnTrial = (): boolean => failures >= MAX_FAILURES;
  return {
    resumesAt: () => resumesAt,
    isOnTrial,
    state() {
      const isPaused = resumesAt > clock();
      if (isOnTrial()) return isPaused ? "open" : "halfOpen";
      return isPaused ? "busy" : "closed";
    },
    succeed: () => void (failures = 0),
    fail({ fault, retryAfter }) {
      // A server that has too much to do is well.
      if (fault === "busy")
        return pause(retryAfter === null ? BUSY_PAUSE : Math.max(BUSY_PAUSE, retryAfter * 1000));
      // Requests that were on their way fail together, which is one failure.
      if (clock() < resumesAt) return;
      failures++;
      if (failures >= MAX_FAILURES) pause(FIRST_PAUSE * 2 ** (failures - MAX_FAILURES));
    },
  };
}
