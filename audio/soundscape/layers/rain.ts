import { createDrift } from "../kit/drift.ts";
import { createFixedFilter, createPinkNoise } from "../kit/filters.ts";
import { createPlayer } from "../kit/event-schedule.ts";
import { createNoiseBursts, type NoiseBursts } from "../kit/noise-bursts.ts";
import type { Random } from "../kit/random.ts";
import { createResonatorBank, type ResonatorBank } from "../kit/resonators.ts";
import {
  type LayerControls,
  type CreateLayer,
  type Surface,
  interpolate,
  interpolateRatio,
  QUANTUM,
  SURFACES,
} from "../kit/layer.ts";

/**
 * Drops too dense to distinguish: their band in Hz and level, and the level of individual drops.
 */
const DENSE_RAIN: Readonly<
  Record<Surface, { low: number; high: number; level: number; drops: number }>
> = {
  leaves: { low: 420, high: 6200, level: 0.11, drops: 1 },
  window: { low: 140, high: 1900, level: 0.11, drops: 0.8 },
  roof: { low: 90, high: 950, level: 0.125, drops: 0.62 },
};

interface Drop {
  readonly random: Random;
  readonly rings: ResonatorBank;
  readonly bursts: NoiseBursts;
  /** Position, and start frame in the block. */
  readonly pan: number;
  readonly at: number;
  /** Amplitude: most drops are small, few are large. */
  readonly level: number;
}

/** Sound of a single drop on each surface. */
const DROPS: Readonly<Record<Surface, (drop: Drop) => void>> = {
  leaves({ random, rings, bursts, pan, at, level }) {
    const frequency = random.between(1500, 5200);
    const decay = random.between(0.002, 0.006);
    bursts.add({ frequency, q: 0.9, level: 0.5 * level, attack: 0.0006, decay, pan, at });
    // A leaf yields and swings back.
    if (random.bernoulli(0.3))
      rings.add({
        frequency: random.between(260, 700),
        decay: random.between(0.005, 0.012),
        level: 0.12 * level,
        pan,
        at,
      });
  },
  window({ random, rings, bursts, pan, at, level }) {
    const pane = random.between(0.85, 1.15);
    for (const [frequency, share] of [
      [820, 0.32],
      [1730, 0.2],
      [2940, 0.1],
    ] as const)
      rings.add({
        frequency: frequency * pane * random.between(0.97, 1.03),
        decay: random.between(0.003, 0.008),
        level: share * level,
        pan,
        at,
      });
    bursts.add({
      frequency: 2600,
      q: 0.7,
      level: 0.16 * level,
      attack: 0.0004,
      decay: 0.002,
      pan,
      at,
    });
  },
  roof({ random, rings, bursts, pan, at, level }) {
    const tile = random.between(0.8, 1.25);
    rings.add({
      frequency: 210 * tile,
      decay: random.between(0.012, 0.03),
      level: 0.3 * level,
      pan,
      at,
    });
    rings.add({
      frequency: 545 * tile,
      decay: random.between(0.006, 0.014),
      level: 0.22 * level,
      pan,
      at,
    });
    rings.add({ frequency: 1240 * tile, decay: 0.005, level: 0.07 * level, pan, at });
    bursts.add({
      frequency: 1700,
      q: 0.6,
      level: 0.14 * level,
      attack: 0.0006,
      decay: 0.003,
      pan,
      at,
    });
  },
};

/**
 * A drop on water traps a bubble, which resonates at M. Minnaert's frequency (1933), decays and
 * rises in pitch (K. van den Doel, "Physically based models for liquid sounds", 2005).
 */
function bubble(random: Random, rings: ResonatorBank, at: number, level: number): void {
  const radius = interpolateRatio(0.0011, 0.0032, random.next());
  const frequency = 3.26 / radius;
  const damping = 0.13 / radius + 0.0072 * radius ** -1.5;
  rings.add({
    frequency,
    decay: 1 / damping,
    level,
    pan: random.between(-0.9, 0.9),
    at,
    rise: 0.1 * damping * random.next(),
  });
}

/** Rain: individual drops in front of dense ones. Character: drizzle to downpour. */
export const createRain: CreateLayer = ({ sampleRate, random }) => {
  const rings = createResonatorBank(96, sampleRate);
  const bursts = createNoiseBursts(48, random, sampleRate);
  const gusts = createDrift(random, [3, 9]);
  const sides = [0, 1].map(() => ({
    pink: createPinkNoise(random),
    drift: createDrift(random, [1.5, 5]),
    filters: SURFACES.map((surface) => {
      const { low, high } = DENSE_RAIN[surface];
      const lows = createFixedFilter("high", { frequency: low, q: 0.6 }, sampleRate);
      const highs = createFixedFilter("low", { frequency: high, q: 0.5 }, sampleRate);
      return (sample: number) => highs(lows(sample));
    }),
  }));
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  const drops = createPlayer(function* (at): Generator<number, never> {
    for (;;) {
      const { character, surface } = controls;
      const level = (0.08 + random.next() ** 5) * interpolate(0.75, 1, character);
      DROPS[surface]({
        random,
        rings,
        bursts,
        pan: random.noise(),
        at: at(),
        level: 0.8 * DENSE_RAIN[surface].drops * level,
      });
      yield random.wait(1 / interpolateRatio(9, 150, character));
    }
  }, sampleRate);
  const drips = createPlayer(function* (at): Generator<number, never> {
    for (;;) {
      yield random.wait(interpolate(1.6, 0.28, controls.character));
      const share = controls.surface === "leaves" ? 0.5 : 1;
      bubble(random, rings, at(), share * random.between(0.02, 0.11));
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      controls = now;
      drops.run(QUANTUM);
      drips.run(QUANTUM);
      const { level } = DENSE_RAIN[now.surface];
      const far =
        level *
        interpolateRatio(0.35, 1.2, now.character) *
        (1 + 0.16 * gusts(QUANTUM / sampleRate));
      // The dense part is noise, but still grainy.
      const grain = interpolateRatio(0.012, 0.12, now.character);
      const surface = SURFACES.indexOf(now.surface);
      for (const [side, samples] of [left, right].entries()) {
        const { pink, drift, filters } = sides[side]!;
        const filter = filters[surface]!;
        const loud = far * (1 + 0.1 * drift(QUANTUM / sampleRate));
        for (let i = 0; i < QUANTUM; i++) {
          const tick = random.next() < grain ? 2.4 * random.noise() : 0;
          samples[i] = filter(loud * (0.8 * pink() + tick));
        }
      }
      rings.mix(left, right);
      bursts.mix(left, right);
    },
  };
};
