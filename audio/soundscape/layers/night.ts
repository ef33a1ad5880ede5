import { createDrift } from "../kit/drift.ts";
import { createFixed, createPink } from "../kit/filters.ts";
import { createPlayer } from "../kit/score.ts";
import { panFactors } from "../kit/rings.ts";
import type { Random } from "../kit/random.ts";
import { type Colour, type CreateLayer, mixed, QUANTUM } from "../kit/layer.ts";

/** Insects of a meadow: some sing only when it is warm. */
const INSECTS = 9;

/**
 * One cricket. It rubs its wings three to five times a chirp, and chirps the faster the warmer it
 * is: by A. Dolbear's law (1897) about 65 times a minute at 13 °C and 160 at 27 °C.
 */
function createCricket(
  index: number,
  { random, sampleRate }: { readonly random: Random; readonly sampleRate: number },
  warmth: () => number,
) {
  const tone = random.between(3300, 4500);
  const distance = random.between(0.12, 1) ** 1.5;
  const [left, right] = panFactors(random.between(-0.95, 0.95));
  const rubs = 3 + Math.floor(2.6 * random.next());
  const own = random.between(0.85, 1.2);
  /** Frames of the rub that sounds, its length, and its loudness. */
  let rub = { gone: 0, length: 0, level: 0 };
  let phase = 0;
  const player = createPlayer(function* (): Generator<number, never> {
    yield random.between(0, 6);
    for (;;) {
      // Whoever needs more warmth than there is waits.
      while (index / INSECTS > 0.3 + 0.7 * warmth()) yield random.between(0.5, 2);
      const song = random.between(7, 26);
      let gone = 0;
      while (gone < song) {
        const rising = Math.min(1, gone / 1.5 + 0.25) * Math.min(1, (song - gone) / 1.5 + 0.2);
        for (let i = 0; i < rubs; i++) {
          const length = random.between(0.013, 0.017);
          const level = rising * (0.55 + (0.45 * i) / rubs) * random.between(0.85, 1);
          rub = { gone: 0, length: length * sampleRate, level };
          const wait = length + random.between(0.011, 0.015);
          gone += wait;
          yield wait;
        }
        const chirps = (own * mixed(62, 150, warmth())) / 60;
        const pause = Math.max(0.12, 1 / chirps - rubs * 0.028) * random.between(0.92, 1.1);
        gone += pause;
        yield pause;
      }
      yield random.between(2.5, 12);
    }
  }, sampleRate);
  return (toLeft: Float32Array, toRight: Float32Array): void => {
    player.run(QUANTUM);
    const { level, length } = rub;
    // The wing's tone sinks a little with each rub.
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

/** A summer night: crickets near and far, and air that hardly moves. Character: cool to warm. */
export const createNight: CreateLayer = ({ sampleRate, random }) => {
  let colour: Colour = { character: 0.5, surface: "leaves" };
  const crickets = Array.from({ length: INSECTS }, (_, index) =>
    createCricket(index, { random, sampleRate }, () => colour.character),
  );
  const sides = [0, 1].map(() => ({
    pink: createPink(random),
    air: createFixed("low", { frequency: 520, q: 0.5 }, sampleRate),
    floor: createFixed("high", { frequency: 60 }, sampleRate),
    // The meadow far away: those that nobody can count.
    meadow: createFixed("band", { frequency: 4100, q: 7 }, sampleRate),
    drift: createDrift(random, [3, 9]),
    choir: createDrift(random, [0.15, 0.6]),
  }));
  return {
    fill(left, right, now) {
      colour = now;
      const seconds = QUANTUM / sampleRate;
      for (const [side, samples] of [left, right].entries()) {
        const { pink, air, floor, meadow, drift, choir } = sides[side]!;
        const loud = 0.075 * (1 + 0.3 * drift(seconds));
        const distant = mixed(0.008, 0.022, now.character) * (1 + 0.3 * choir(seconds));
        for (let i = 0; i < QUANTUM; i++)
          samples[i] = loud * floor(air(pink())) + distant * meadow(random.noise());
      }
      for (const sing of crickets) sing(left, right);
    },
  };
};
