import { createDrift } from "../kit/drift.ts";
import { createFixed, createPink } from "../kit/filters.ts";
import { createPlayer } from "../kit/score.ts";
import { createPuffs } from "../kit/puffs.ts";
import { createRings } from "../kit/rings.ts";
import { type Colour, type CreateLayer, mixed, mixedRatio, QUANTUM } from "../kit/layer.ts";

/** The groove of a record without music: dust, hiss and a motor far below. Character: clean to worn. */
export const createVinyl: CreateLayer = ({ sampleRate, random }) => {
  const rings = createRings(32, sampleRate);
  const puffs = createPuffs(16, random, sampleRate);
  let colour: Colour = { character: 0.5, surface: "leaves" };
  const sides = [0, 1].map(() => ({
    pink: createPink(random),
    hiss: createFixed("low", { frequency: 6800, q: 0.5 }, sampleRate),
    body: createFixed("high", { frequency: 300, q: 0.5 }, sampleRate),
    rumble: createFixed("band", { frequency: 42, q: 0.8 }, sampleRate),
    drift: createDrift(random, [0.8, 2.6]),
  }));
  /** What lies in the groove moves the needle up or to the side, never in the middle alone. */
  const speck = (at: number, size: number): void => {
    const pan = 0.8 * random.noise();
    rings.add({
      frequency: random.between(1300, 3600),
      decay: random.between(0.000_25, 0.0008),
      level: 0.04 + 0.5 * size,
      pan,
      at,
    });
    if (size > 0.3)
      puffs.add({
        frequency: random.between(450, 1100),
        q: 0.8,
        level: 0.5 * size,
        attack: 0.0005,
        decay: random.between(0.002, 0.005),
        pan,
        at,
      });
  };
  const groove = createPlayer(function* (at): Generator<number, never> {
    for (;;) {
      yield random.wait(1 / mixedRatio(3.5, 26, colour.character));
      // A normal number as an exponent: most specks are dust, few are scratches.
      const size = Math.min(
        1,
        0.06 * Math.exp(0.9 * (random.noise() + random.noise() + random.noise())),
      );
      speck(at(), size);
      while (random.chance(0.25)) {
        yield random.wait(0.012);
        speck(at(), size * random.next());
      }
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      colour = now;
      groove.run(QUANTUM);
      const hiss = mixed(0.018, 0.05, now.character);
      for (const [side, samples] of [left, right].entries()) {
        const one = sides[side]!;
        const loud = hiss * (1 + 0.12 * one.drift(QUANTUM / sampleRate));
        for (let i = 0; i < QUANTUM; i++) {
          const noise = one.pink();
          samples[i] = loud * one.body(one.hiss(noise)) + 0.14 * one.rumble(noise);
        }
      }
      rings.mix(left, right);
      puffs.mix(left, right);
    },
  };
};
