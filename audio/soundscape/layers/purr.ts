import { createFixedFilter, createSmoother, createTunableFilter } from "../kit/filters.ts";
import { createPlayer } from "../kit/event-schedule.ts";
import { createNoiseBursts } from "../kit/noise-bursts.ts";
import { createResonatorBank } from "../kit/resonators.ts";
import { type LayerControls, type CreateLayer, interpolate, QUANTUM } from "../kit/layer.ts";

/**
 * A purring cat: laryngeal muscles open and close about 26 times per second, during inhalation and
 * exhalation (D. Sissom, D. Rice and G. Peters, "How cats purr", 1991). Every pulse differs
 * slightly. Character: half asleep to content.
 */
export const createPurr: CreateLayer = ({ sampleRate, random }) => {
  const rings = createResonatorBank(48, sampleRate);
  const bursts = createNoiseBursts(24, random, sampleRate);
  const smooth = createSmoother(0.06, sampleRate / QUANTUM);
  const breath = [0, 1].map(() => createTunableFilter("band", sampleRate));
  // Removes DC: all pulses have the same polarity.
  const floors = [0, 1].map(() => createFixedFilter("high", { frequency: 24 }, sampleRate));
  const own = random.between(0.94, 1.06);
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  let air = 0;
  let before = 0;
  let isOut = true;
  const beat = (at: number, force: number): void => {
    const { character } = controls;
    const pan = 0.12 * random.noise();
    const size = own * (isOut ? 1 : 1.16);
    const bodies = [
      [82, 0.017, 0.5],
      [168, 0.011, 0.36],
      [305, 0.007, interpolate(0.1, 0.24, character)],
      [560, 0.004, interpolate(0.03, 0.12, character)],
    ] as const;
    for (const [frequency, decay, level] of bodies)
      rings.add({
        frequency: frequency * size * random.between(0.94, 1.06),
        decay: decay * random.between(0.85, 1.15),
        level: 0.5 * level * force * random.between(0.75, 1.1),
        pan,
        at,
      });
    bursts.add({
      frequency: random.between(380, 900) * size,
      q: 0.7,
      level: 0.2 * force * interpolate(0.5, 1, character) * (isOut ? 0.8 : 1.2),
      attack: 0.003,
      decay: random.between(0.006, 0.011),
      pan,
      at,
    });
  };
  const cat = createPlayer(function* (at): Generator<number, never> {
    for (;;) {
      const length =
        random.between(0.95, 1.35) *
        (isOut ? 1.15 : 0.9) *
        interpolate(1.15, 0.95, controls.character);
      const rate = own * (isOut ? 25.2 : 27) * random.between(0.97, 1.03);
      let elapsed = 0;
      while (elapsed < length) {
        const part = elapsed / length;
        const force = Math.sin(Math.PI * Math.min(1, 0.08 + 0.92 * part)) ** 0.55;
        air = force * (isOut ? 0.5 : 0.85);
        beat(at(), force * (isOut ? 1 : 0.78));
        const wait = (1 / rate) * (1 + 0.05 * random.noise()) * (1 + 0.05 * part);
        elapsed += wait;
        yield wait;
      }
      air = 0;
      isOut = !isOut;
      yield random.between(0.03, isOut ? 0.1 : 0.22);
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      controls = now;
      cat.run(QUANTUM);
      const loud = 0.035 * smooth(air);
      for (const [side, samples] of [left, right].entries()) {
        const filter = breath[side]!;
        filter.tune(isOut ? 620 : 980, 0.7);
        for (let i = 0; i < QUANTUM; i++)
          samples[i] = (before + ((loud - before) * i) / QUANTUM) * filter.run(random.noise());
      }
      before = loud;
      rings.mix(left, right);
      bursts.mix(left, right);
      for (const [side, samples] of [left, right].entries()) {
        const floor = floors[side]!;
        for (let i = 0; i < QUANTUM; i++) samples[i] = floor(samples[i]!);
      }
    },
  };
};
