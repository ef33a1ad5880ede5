import type { Format, Processor } from "../effect.ts";
import { framesOf } from "../signal/blocks.ts";
import type { Echo } from "./find-echo.ts";

/**
 * Takes an echo away with the inverse of the comb that it is: of one that comes once, what was given
 * out is taken away later; of one that repeats, what came in.
 * @param strength 0 to 1
 */
export function createEchoRemover(
  strength: number,
  { sampleRate, channels }: Format,
  { delay, gain, repeats }: Echo,
): Processor {
  const lag = Math.max(1, Math.round(delay * sampleRate));
  const lines = Array.from({ length: channels }, () => new Float32Array(lag));
  let at = 0;
  return {
    process(block) {
      let place = at;
      const out = block.map((samples, c) => {
        const line = lines[c]!;
        place = at;
        return samples.map((x) => {
          const dry = x - strength * gain * line[place]!;
          // Full removal goes back into the line whatever the strength, or a part would leave more.
          line[place] = repeats ? x : x - gain * line[place]!;
          place = place + 1 === lag ? 0 : place + 1;
          return dry;
        });
      });
      at = (at + framesOf(block)) % lag;
      return out;
    },
    finish: () => null,
  };
}
