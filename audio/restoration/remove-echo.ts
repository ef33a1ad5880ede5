import type { Format, Processor } from "../effect.ts";
import { framesOf } from "../signal/blocks.ts";
import type { Echo } from "./find-echo.ts";

/**
 * Removes an echo with the inverse comb filter: a single echo is predicted from the output, a
 * repeating one from the input. The prediction passes through the echo's filter.
 * @param strength 0 to 1
 */
export function createEchoRemover(
  strength: number,
  { sampleRate, channels }: Format,
  { delay, gain, repeats, shape }: Echo,
): Processor {
  const lag = Math.max(1, Math.round(delay * sampleRate));
  const taps = shape?.taps ?? Float32Array.of(gain);
  const first = shape ? Math.max(1, lag - shape.before) : lag;
  const length = first + taps.length;
  // Each sample is stored twice, so that the filter's input never wraps around.
  const lines = Array.from({ length: channels }, () => new Float32Array(2 * length));
  let at = 0;

  const echoAt = (line: Float32Array, position: number) => {
    const from = position + length - first;
    let sum = 0;
    for (let k = 0; k < taps.length; k++) sum += taps[k]! * line[from - k]!;
    return sum;
  };
  return {
    process(block) {
      let writePosition = at;
      const out = block.map((samples, c) => {
        const line = lines[c]!;
        writePosition = at;
        return samples.map((x) => {
          const echo = echoAt(line, writePosition);
          // The line holds the fully cleaned signal whatever the strength, since partial removal
          // would leave more echo.
          line[writePosition] = repeats ? x : x - echo;
          line[writePosition + length] = line[writePosition]!;
          writePosition = writePosition + 1 === length ? 0 : writePosition + 1;
          return x - strength * echo;
        });
      });
      at = (at + framesOf(block)) % length;
      return out;
    },
    finish: () => null,
  };
}
