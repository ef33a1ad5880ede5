/** Cuts samples into windows that overlap. */
export interface FrameStream {
  push(samples: Float32Array): void;
  /** The last windows, which reach over the end into silence. */
  finish(): void;
}

/**
 * Calls with each window, the middle of the first at sample 0, silence before it. The array is used again.
 * @param size samples of a window
 * @param hop samples from one to the next, at most `size`
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
