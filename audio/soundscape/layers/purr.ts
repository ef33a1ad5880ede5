import { createFixed, createGlide, createTuned } from "../kit/filters.ts";
import { createPlayer } from "../kit/score.ts";
import { createPuffs } from "../kit/puffs.ts";
import { createRings } from "../kit/rings.ts";
import { type Colour, type CreateLayer, mixed, QUANTUM } from "../kit/layer.ts";

/**
 * A cat: muscles of the larynx open and close some 26 times a second, while it breathes in and
 * while it breathes out (D. Sissom, D. Rice and G. Peters, "How cats purr", 1991). No beat is like
 * the last. Character: half asleep to content.
 */
export const createPurr: CreateLayer = ({ sampleRate, random }) => {
  const rings = createRings(48, sampleRate);
  const puffs = createPuffs(24, random, sampleRate);
  const smooth = createGlide(0.06, sampleRate / QUANTUM);
  const breath = [0, 1].map(() => createTuned("band", sampleRate));
  // Each beat pushes in one direction.
  const floors = [0, 1].map(() => createFixed("high", { frequency: 24 }, sampleRate));
  const own = random.between(0.94, 1.06);
  let colour: Colour = { character: 0.5, surface: "leaves" };
  let air = 0;
  let before = 0;
  let isOut = true;
  const beat = (at: number, force: number): void => {
    const { character } = colour;
    const pan = 0.12 * random.noise();
    const size = own * (isOut ? 1 : 1.16);
    const bodies = [
      [82, 0.017, 0.5],
      [168, 0.011, 0.36],
      [305, 0.007, mixed(0.1, 0.24, character)],
      [560, 0.004, mixed(0.03, 0.12, character)],
    ] as const;
    for (const [frequency, decay, level] of bodies)
      rings.add({
        frequency: frequency * size * random.between(0.94, 1.06),
        decay: decay * random.between(0.85, 1.15),
        level: 0.5 * level * force * random.between(0.75, 1.1),
        pan,
        at,
      });
    puffs.add({
      frequency: random.between(380, 900) * size,
      q: 0.7,
      level: 0.2 * force * mixed(0.5, 1, character) * (isOut ? 0.8 : 1.2),
      attack: 0.003,
      decay: random.between(0.006, 0.011),
      pan,
      at,
    });
  };
  const cat = createPlayer(function* (at): Generator<number, never> {
    for (;;) {
      const length =
        random.between(0.95, 1.35) * (isOut ? 1.15 : 0.9) * mixed(1.15, 0.95, colour.character);
      const rate = own * (isOut ? 25.2 : 27) * random.between(0.97, 1.03);
      let gone = 0;
      while (gone < length) {
        const part = gone / length;
        const force = Math.sin(Math.PI * Math.min(1, 0.08 + 0.92 * part)) ** 0.55;
        air = force * (isOut ? 0.5 : 0.85);
        beat(at(), force * (isOut ? 1 : 0.78));
        const wait = (1 / rate) * (1 + 0.05 * random.noise()) * (1 + 0.05 * part);
        gone += wait;
        yield wait;
      }
      air = 0;
      isOut = !isOut;
      yield random.between(0.03, isOut ? 0.1 : 0.22);
    }
  }, sampleRate);
  return {
    fill(left, right, now) {
      colour = now;
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
      puffs.mix(left, right);
      for (const [side, samples] of [left, right].entries()) {
        const floor = floors[side]!;
        for (let i = 0; i < QUANTUM; i++) samples[i] = floor(samples[i]!);
      }
    },
  };
};
