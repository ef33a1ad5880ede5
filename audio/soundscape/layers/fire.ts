import { createDrift } from "../kit/drift.ts";
import { createFixed, createPink } from "../kit/filters.ts";
import { createPlayer } from "../kit/score.ts";
import { createPuffs } from "../kit/puffs.ts";
import { createRings } from "../kit/rings.ts";
import { type Colour, type CreateLayer, mixed, mixedRatio, QUANTUM } from "../kit/layer.ts";

/**
 * A wood fire as A. Farnell takes it apart ("Designing Sound", 2010, ch. 34): wood that cracks,
 * steam that hisses, flames that lap. Cracks come in groups, as one loosens the next. Character:
 * embers to blaze.
 */
export const createFire: CreateLayer = ({ sampleRate, random }) => {
  const rings = createRings(32, sampleRate);
  const puffs = createPuffs(40, random, sampleRate);
  let colour: Colour = { character: 0.5, surface: "leaves" };
  const sides = [0, 1].map(() => ({
    pink: createPink(random),
    roar: createFixed("low", { frequency: 170, q: 0.6 }, sampleRate),
    rumble: createFixed("high", { frequency: 38 }, sampleRate),
    lap: createFixed("band", { frequency: 340, q: 0.7 }, sampleRate),
    hiss: createFixed("band", { frequency: 4300, q: 0.5 }, sampleRate),
    breath: createDrift(random, [0.25, 1.1]),
    flutter: createDrift(random, [0.05, 0.22]),
    steam: createDrift(random, [0.3, 1.8]),
    last: { roar: 0, lap: 0, hiss: 0 },
  }));
  const crack = (at: number, pan: number, size: number): void => {
    puffs.add({
      frequency: mixedRatio(4800, 1100, size) * random.between(0.7, 1.4),
      q: random.between(0.7, 2),
      level: 0.05 + 0.75 * size,
      attack: 0.000_35,
      decay: mixedRatio(0.0009, 0.005, size),
      pan,
      at,
    });
    // A log is struck from within.
    if (size > 0.25)
      rings.add({
        frequency: random.between(280, 900),
        decay: random.between(0.006, 0.018),
        level: 0.3 * size,
        pan,
        at,
      });
  };
  const wood = createPlayer(function* (at): Generator<number, never> {
    for (;;) {
      yield random.wait(1 / mixedRatio(2.2, 9, colour.character));
      const pan = 0.7 * random.noise();
      const size = random.next() ** 4;
      crack(at(), pan, size);
      while (random.chance(0.62)) {
        yield random.wait(mixed(0.035, 0.018, size));
        crack(at(), pan + 0.1 * random.noise(), size * random.next() ** 2);
      }
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      colour = now;
      wood.run(QUANTUM);
      const seconds = QUANTUM / sampleRate;
      const size = mixed(0.35, 1.15, now.character);
      for (const [side, samples] of [left, right].entries()) {
        const one = sides[side]!;
        const { pink, roar, rumble, lap, hiss, last } = one;
        const next = {
          roar: 0.5 * size * (0.85 + 0.35 * one.breath(seconds)),
          lap: 0.3 * size * (0.5 + 0.5 * one.flutter(seconds)) ** 2,
          hiss: 0.05 * (0.5 + 0.5 * one.steam(seconds)) ** 4,
        };
        for (let i = 0; i < QUANTUM; i++) {
          const part = i / QUANTUM;
          const noise = pink();
          samples[i] =
            (last.roar + (next.roar - last.roar) * part) * rumble(roar(noise)) +
            (last.lap + (next.lap - last.lap) * part) * lap(noise) +
            (last.hiss + (next.hiss - last.hiss) * part) * hiss(random.noise());
        }
        one.last = next;
      }
      rings.mix(left, right);
      puffs.mix(left, right);
    },
  };
};
