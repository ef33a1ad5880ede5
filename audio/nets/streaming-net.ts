/** A network that turns a sound into another one, step by step. */
export interface StreamingNet {
  /** Processes one step. */
  readonly run: (input: Float32Array, output: Float32Array) => void;
  /** Resets all state. */
  reset(): void;
}

/**
 * Pools idle networks: segments of a long file follow each other, each network takes megabytes, and
 * its weights would have to be unpacked again for every segment.
 * @param create creates a network from weights, which are not modified
 */
export function createNetPool<Weights extends object>(create: (weights: Weights) => StreamingNet) {
  const waiting = new WeakMap<Weights, StreamingNet[]>();
  return {
    /** A network in its initial state. */
    acquire(weights: Weights): StreamingNet {
      return waiting.get(weights)?.pop() ?? create(weights);
    },
    /** Returns a network, which the caller must not run any more. */
    release(weights: Weights, net: StreamingNet): void {
      net.reset();
      const nets = waiting.get(weights);
      if (nets) nets.push(net);
      else waiting.set(weights, [net]);
    },
  };
}
