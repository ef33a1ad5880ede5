import type { Format, Processor } from "../effect.ts";
import { framesOf } from "../signal/blocks.ts";
import type { Echo } from "./find-echo.ts";

/**
 * Takes an echo away with the inverse of the comb that it is: of one that comes once, what was given
 * out is taken away later; of one that repeats, what came in. What is taken away has gone through the
 * echo's filter.
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
  // Each sample stands twice, so that what a filter hears of a line never goes over its end.
  const lines = Array.from({ length: channels }, () => new Float32Array(2 * length));
  let at = 0;

  const echoAt = (line: Float32Array, place: number) => {
    const from = place + length - first;
    let sum = 0;
    for (let k = 0; k < taps.length; k++) sum += taps[k]! * line[from - k]!;
    return sum;
  };
  return {
    process(block) {
      let place = at;
      const out = block.map((samples, c) => {
        const line = lines[c]!;
        place = at;
        return samples.map((x) => {
          const echo = echoAt(line, place);
          // Full removal goes back into the line whatever the strength, or a part would leave more.
          line[place] = repeats ? x : x - echo;
          line[place + length] = line[place]!;
          place = place + 1 === length ? 0 : place + 1;
          return x - strength * echo;
        });
      });
      at = (at + framesOf(block)) % length;
      return out;
    },
    finish: () => null,
  };
}
