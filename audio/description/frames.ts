/**
 * Divides samples into frames that adjoin each other; the rest at the end is not processed.
 * @param onFrame may change the array, which is reused
 * @returns a function that adds samples
 */
export function createFrames(
  size: number,
  onFrame: (samples: Float64Array<ArrayBuffer>) => void,
): (samples: Float32Array) => void {
  const frame = new Float64Array(size);
  let filled = 0;
  return (samples) => {
    for (let at = 0; at < samples.length;) {
      const count = Math.min(size - filled, samples.length - at);
      frame.set(samples.subarray(at, at + count), filled);
      filled += count;
      at += count;
      if (filled < size) continue;
      filled = 0;
      onFrame(frame);
    }
  };
}
