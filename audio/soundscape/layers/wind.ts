import { createDrift } from "../kit/drift.ts";
import { createFixedFilter, createPinkNoise, createTunableFilter } from "../kit/filters.ts";
import { type CreateLayer, interpolate, QUANTUM } from "../kit/layer.ts";

/**
 * Wind: the noise level grows more than linearly with the speed, its spectrum brightens, and
 * obstacles whistle at a frequency proportional to the speed (V. Strouhal, 1878). Gusts have slow
 * and fast components and reach one side before the other. Character: breeze to howling.
 */
export const createWind: CreateLayer = ({ sampleRate, random }) => {
  const slow = createDrift(random, [5, 14]);
  const middle = createDrift(random, [1.4, 4]);
  const sides = [0, 1].map((side) => ({
    pink: createPinkNoise(random),
    quick: createDrift(random, [0.3, 1.2]),
    body: createTunableFilter("low", sampleRate),
    floor: createFixedFilter("high", { frequency: 55 }, sampleRate),
    trees: createTunableFilter("band", sampleRate),
    // The sides whistle differently.
    reeds: [0, 1].map((reed) => ({
      filter: createTunableFilter("band", sampleRate),
      size: 1 + 0.31 * reed + 0.11 * side + 0.08 * random.next(),
      sway: createDrift(random, [2, 6]),
    })),
    last: { body: 0, trees: 0, reeds: [0, 0] },
  }));
  return {
    fill(left, right, { character }) {
      const seconds = QUANTUM / sampleRate;
      const gust = 0.5 + 0.3 * slow(seconds) + 0.14 * middle(seconds);
      for (const [side, samples] of [left, right].entries()) {
        const one = sides[side]!;
        const speed = interpolate(0.62, 1, character) * (gust + 0.07 * one.quick(seconds));
        one.body.tune(130 + 1000 * speed ** 2, 0.5);
        one.trees.tune(500 + 1500 * speed, 0.6);
        for (const { filter, size, sway } of one.reeds)
          filter.tune((250 + 620 * speed) * size * (1 + 0.04 * sway(seconds)), 14);
        const song = interpolate(0.02, 0.75, character ** 1.5) * speed ** 3;
        const next = {
          body: 1.1 * speed ** 1.7,
          trees: 0.4 * speed ** 2.4,
          reeds: one.reeds.map(({ sway }) => song * (0.55 + 0.45 * sway(0))),
        };
        const { last, pink, floor, body, trees, reeds } = one;
        for (let i = 0; i < QUANTUM; i++) {
          const part = i / QUANTUM;
          const noise = pink();
          let sum =
            (last.body + (next.body - last.body) * part) * floor(body.run(noise)) +
            (last.trees + (next.trees - last.trees) * part) * trees.run(noise);
          for (let reed = 0; reed < 2; reed++) {
            const from = last.reeds[reed]!;
            sum += (from + (next.reeds[reed]! - from) * part) * reeds[reed]!.filter.run(noise);
          }
          samples[i] = sum;
        }
        one.last = next;
      }
    },
  };
};
