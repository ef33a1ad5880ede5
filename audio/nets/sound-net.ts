/** A net that hears a sound and gives another one. */
export interface SoundNet {
  /** Goes on by as many samples as it takes at once. */
  readonly run: (input: Float32Array, output: Float32Array) => void;
  /** Forgets what it has heard. */
  reset(): void;
}

/**
 * Nets that wait for the next sound: segments of a long file come one after the other, each net takes
 * megabytes, and its weights would be sorted anew for every segment.
 * @param create a net of weights, which stay as they are
 */
export function createNetPool<Weights extends object>(create: (weights: Weights) => SoundNet) {
  const waiting = new WeakMap<Weights, SoundNet[]>();
  return {
    /** A net that has heard nothing. */
    take(weights: Weights): SoundNet {
      return waiting.get(weights)?.pop() ?? create(weights);
    },
    /** Takes a net back, which is not to be run any more by who had it. */
    give(weights: Weights, net: SoundNet): void {
      net.reset();
      const nets = waiting.get(weights);
      if (nets) nets.push(net);
      else waiting.set(weights, [net]);
    },
  };
}
