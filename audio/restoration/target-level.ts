import type { Analyser, Format } from "../effect.ts";
import { createLimiter } from "../signal/limiter.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";

export interface Level {
  /** LUFS before; −Infinity for silence */
  readonly integrated: number;
  /** dB that bring it to the target, behind a limiter. */
  readonly gain: number;
}

/** Gains in dB that are tried while the signal is heard. */
const TRIED = [0, 6, 12, 18, 24] as const;

/**
 * Finds the gain before a limiter that gives a loudness behind it. A limiter makes peaks softer, by
 * how much cannot be told from the loudness alone: gains around the target's are tried on the way, and
 * the one between them is taken.
 */
export function createLevelMeter(
  format: Format,
  { target, ceiling }: { readonly target: number; readonly ceiling: number },
): Analyser<Level> {
  const plain = createLoudnessMeter(format);
  const tried = TRIED.map((gain) => ({
    gain,
    limiter: createLimiter(format, { ceiling: ceiling - 0.05, gain: 10 ** (gain / 20) }),
    meter: createLoudnessMeter(format),
  }));
  return {
    push(block) {
      plain.push(block);
      for (const { limiter, meter } of tried) {
        const out = limiter.process(block);
        if (out) meter.push(out);
      }
    },
    finish() {
      const { integrated } = plain.measure();
      if (!Number.isFinite(integrated)) return { integrated, gain: 0 };
      const points = tried.map(({ gain, limiter, meter }) => {
        const out = limiter.finish();
        if (out) meter.push(out);
        return { gain, lost: integrated + gain - meter.measure().integrated };
      });
      return { integrated, gain: findGain(points, target - integrated) };
    },
  };
}

/** The gain whose rest after what is lost is the wanted one. */
function findGain(
  points: readonly { readonly gain: number; readonly lost: number }[],
  wanted: number,
): number {
  const lostAt = (gain: number) => {
    const after = points.findIndex((point) => point.gain >= gain);
    if (after === 0) return gain <= 0 ? points[0]!.lost : 0;
    if (after < 0) return points.at(-1)!.lost;
    const [a, b] = [points[after - 1]!, points[after]!];
    return a.lost + ((b.lost - a.lost) * (gain - a.gain)) / (b.gain - a.gain);
  };
  let gain = wanted;
  for (let round = 0; round < 40; round++) gain = wanted + lostAt(gain);
  return gain;
}
