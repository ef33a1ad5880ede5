/** Divides samples into overlapping windows. */
export interface FrameStream {
  push(samples: Float32Array): void;
  /** Processes the last windows, which extend into silence after the end. */
  finish(): void;
}

/**
 * Calls back with each window; the first one is centered on sample 0. The array is reused.
 * @param size samples per window
 * @param hop samples between windows, at most `size`
 */
export function createFrameStream(
  size: number,
  hop: number,
  onFrame: (samples: Float32Array) => void,
): FrameStream {
  const held = new Float32Array(size);
  let filled = size / 2;
  const push = (samples: Float32Array): void => {
    for (let at = 0; at < samples.length;) {
      const part = Math.min(size - filled, samples.length - at);
      held.set(samples.subarray(at, at + part), filled);
      filled += part;
      at += part;
      if (filled < size) continue;
      onFrame(held);
      held.copyWithin(0, hop);
      filled = size - hop;
    }
  };
  return { push, finish: () => push(new Float32Array(size / 2)) };
}
