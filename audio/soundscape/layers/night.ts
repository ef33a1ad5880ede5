import { createDrift } from "../kit/drift.ts";
import { createFixedFilter, createPinkNoise } from "../kit/filters.ts";
import { createPlayer } from "../kit/event-schedule.ts";
import { panGains } from "../kit/resonators.ts";
import type { Random } from "../kit/random.ts";
import { type LayerControls, type CreateLayer, interpolate, QUANTUM } from "../kit/layer.ts";

/** Number of insects; some sing only when it is warm. */
const INSECTS = 9;

/**
 * One cricket. It strokes its wings three to five times per chirp; the chirp rate follows A.
 * Dolbear's law (1897): about 65 per minute at 13 °C and 160 at 27 °C.
 */
function createCricket(
  index: number,
  { random, sampleRate }: { readonly random: Random; readonly sampleRate: number },
  warmth: () => number,
) {
  const tone = random.between(3300, 4500);
  const distance = random.between(0.12, 1) ** 1.5;
  const [left, right] = panGains(random.between(-0.95, 0.95));
  const rubs = 3 + Math.floor(2.6 * random.next());
  const own = random.between(0.85, 1.2);
  /** Current wing stroke: elapsed frames, length and level. */
  let rub = { gone: 0, length: 0, level: 0 };
  let phase = 0;
  const player = createPlayer(function* (): Generator<number, never> {
    yield random.between(0, 6);
    for (;;) {
      // Insects that need more warmth are silent.
      while (index / INSECTS > 0.3 + 0.7 * warmth()) yield random.between(0.5, 2);
      const song = random.between(7, 26);
      let elapsed = 0;
      while (elapsed < song) {
        const rising =
          Math.min(1, elapsed / 1.5 + 0.25) * Math.min(1, (song - elapsed) / 1.5 + 0.2);
        for (let i = 0; i < rubs; i++) {
          const length = random.between(0.013, 0.017);
          const level = rising * (0.55 + (0.45 * i) / rubs) * random.between(0.85, 1);
          rub = { gone: 0, length: length * sampleRate, level };
          const wait = length + random.between(0.011, 0.015);
          elapsed += wait;
          yield wait;
        }
        const chirps = (own * interpolate(62, 150, warmth())) / 60;
        const pause = Math.max(0.12, 1 / chirps - rubs * 0.028) * random.between(0.92, 1.1);
        elapsed += pause;
        yield pause;
      }
      yield random.between(2.5, 12);
    }
  }, sampleRate);
  return (toLeft: Float32Array, toRight: Float32Array): void => {
    player.run(QUANTUM);
    const { level, length } = rub;
    // The pitch drops slightly with each stroke.
    const step = (2 * Math.PI * tone) / sampleRate;
    for (let i = 0; i < QUANTUM && rub.gone < length; i++, rub.gone++) {
      const part = rub.gone / length;
      phase += step * (1.012 - 0.024 * part);
      const envelope = Math.sin(Math.PI * part) ** 2;
      const value = 0.1 * distance * level * envelope * Math.sin(phase);
      toLeft[i] = toLeft[i]! + left * value;
      toRight[i] = toRight[i]! + right * value;
    }
    if (phase > 1e4) phase %= 2 * Math.PI;
  };
}

/** A summer night: crickets near and far, and nearly still air. Character: cool to warm. */
export const createNight: CreateLayer = ({ sampleRate, random }) => {
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  const crickets = Array.from({ length: INSECTS }, (_, index) =>
    createCricket(index, { random, sampleRate }, () => controls.character),
  );
  const sides = [0, 1].map(() => ({
    pink: createPinkNoise(random),
    air: createFixedFilter("low", { frequency: 520, q: 0.5 }, sampleRate),
    floor: createFixedFilter("high", { frequency: 60 }, sampleRate),
    // The distant meadow: too many insects to distinguish.
    meadow: createFixedFilter("band", { frequency: 4100, q: 7 }, sampleRate),
    drift: createDrift(random, [3, 9]),
    choir: createDrift(random, [0.15, 0.6]),
  }));
  return {
    fill(left, right, now) {
      controls = now;
      const seconds = QUANTUM / sampleRate;
      for (const [side, samples] of [left, right].entries()) {
        const { pink, air, floor, meadow, drift, choir } = sides[side]!;
        const loud = 0.075 * (1 + 0.3 * drift(seconds));
        const distant = interpolate(0.008, 0.022, now.character) * (1 + 0.3 * choir(seconds));
        for (let i = 0; i < QUANTUM; i++)
          samples[i] = loud * floor(air(pink())) + distant * meadow(random.noise());
      }
      for (const sing of crickets) sing(left, right);
    },
  };
};
