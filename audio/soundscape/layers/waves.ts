import { createDrift } from "../kit/drift.ts";
import { createFixedFilter, createPinkNoise, createTunableFilter } from "../kit/filters.ts";
import { createPlayer } from "../kit/event-schedule.ts";
import { panGains } from "../kit/resonators.ts";
import {
  type LayerControls,
  type CreateLayer,
  interpolate,
  interpolateRatio,
  QUANTUM,
} from "../kit/layer.ts";

/** A wave: seconds since its start, and its shape. */
interface Wave {
  time: number;
  /** Durations in seconds of swell, crash and wash. */
  readonly swell: number;
  readonly crash: number;
  readonly wash: number;
  readonly force: number;
  readonly from: number;
  readonly to: number;
}

/** Levels of swell, crash and wash at a time of a wave. */
function shapeOf({ time, swell, crash, wash, force }: Wave) {
  const since = time - swell;
  const rising = Math.min(1, Math.max(0, time / swell));
  const broken = since < 0 ? 0 : since < crash ? Math.sin((Math.PI / 2) * (since / crash)) ** 2 : 1;
  const after = Math.max(0, since - crash);
  return {
    swell: force * rising ** 2.2 * (since > 0 ? Math.exp(-since / (0.9 * wash)) : 1),
    crash: force * broken * Math.exp(-after / (0.55 * wash)),
    foam: force * broken * Math.exp(-after / wash) * (after > 0 ? 1 - Math.exp(-after / 0.5) : 0),
    over: since > crash + 6 * wash,
  };
}

/**
 * The sea at a beach: each wave swells, breaks along the shore, runs up as foam and recedes.
 * Character: a calm bay to surf.
 */
export const createWaves: CreateLayer = ({ sampleRate, random }) => {
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  let waves: Wave[] = [];
  const far = createDrift(random, [4, 11]);
  const sides = [0, 1].map(() => ({
    pink: createPinkNoise(random),
    sea: createFixedFilter("low", { frequency: 420, q: 0.5 }, sampleRate),
    floor: createFixedFilter("high", { frequency: 45 }, sampleRate),
    swell: createTunableFilter("low", sampleRate),
    crash: createTunableFilter("low", sampleRate),
    foam: createFixedFilter("band", { frequency: 3400, q: 0.45 }, sampleRate),
    last: { swell: 0, crash: 0, foam: 0 },
  }));
  const sea = createPlayer(function* (): Generator<number, never> {
    for (;;) {
      const { character } = controls;
      const force = interpolate(0.35, 0.85, character) * random.between(0.6, 1.15);
      const direction = random.bernoulli(0.5) ? 1 : -1;
      waves = [
        ...waves,
        {
          time: 0,
          swell: random.between(2.6, 4.4),
          crash: random.between(0.7, 1.7) * interpolate(1.3, 0.85, character),
          wash: random.between(1.4, 2.4),
          force,
          from: direction * random.between(0.2, 0.8),
          to: -direction * random.between(0, 0.6),
        },
      ];
      yield interpolateRatio(8.5, 5.6, character) * random.between(0.7, 1.4);
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      controls = now;
      sea.run(QUANTUM);
      const seconds = QUANTUM / sampleRate;
      const next = [0, 1].map(() => ({ swell: 0, crash: 0, foam: 0 }));
      let opened = 0;
      for (const wave of waves) {
        wave.time += seconds;
        const { swell, crash, foam } = shapeOf(wave);
        const part = Math.min(1, wave.time / (wave.swell + wave.crash + wave.wash));
        const factors = panGains(wave.from + (wave.to - wave.from) * part);
        opened = Math.max(opened, crash);
        for (const [side, sum] of next.entries()) {
          sum.swell += swell * (0.6 + 0.4 * factors[side]!);
          sum.crash += crash * factors[side]!;
          sum.foam += foam * (0.5 + 0.5 * factors[side]!);
        }
      }
      waves = waves.filter((wave) => !shapeOf(wave).over);
      const distance = 0.16 * interpolate(0.7, 1.2, now.character) * (1 + 0.25 * far(seconds));
      for (const [side, samples] of [left, right].entries()) {
        const one = sides[side]!;
        const { pink, floor, last } = one;
        const to = next[side]!;
        one.swell.tune(240 + 260 * to.swell, 0.5);
        one.crash.tune(500 + 3600 * opened, 0.5);
        for (let i = 0; i < QUANTUM; i++) {
          const part = i / QUANTUM;
          const noise = pink();
          // Individual bubbles.
          const fizz = random.next() < 0.06 ? 2.5 * random.noise() : 0.3 * random.noise();
          samples[i] = floor(
            2 * distance * one.sea(noise) +
              1.1 * (last.swell + (to.swell - last.swell) * part) * one.swell.run(noise) +
              0.75 * (last.crash + (to.crash - last.crash) * part) * one.crash.run(noise) +
              0.16 * (last.foam + (to.foam - last.foam) * part) * one.foam(fizz),
          );
        }
        one.last = to;
      }
    },
  };
};
