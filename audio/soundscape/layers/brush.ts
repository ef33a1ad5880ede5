import { createFixedFilter, createSmoother, createTunableFilter } from "../kit/filters.ts";
import { createPlayer } from "../kit/event-schedule.ts";
import { panGains } from "../kit/resonators.ts";
import {
  type LayerControls,
  type CreateLayer,
  interpolate,
  interpolateRatio,
  QUANTUM,
} from "../kit/layer.ts";

/**
 * A brush on a surface: thousands of bristles that stick and slip, more and brighter ones the
 * faster the hand moves. Character: soft to stiff.
 */
export const createBrush: CreateLayer = ({ sampleRate, random }) => {
  const sides = [0, 1].map(() => ({
    body: createTunableFilter("band", sampleRate),
    tips: createTunableFilter("band", sampleRate),
    warm: createFixedFilter("low", { frequency: 5200, q: 0.5 }, sampleRate),
  }));
  const smooth = createSmoother(0.02, sampleRate / QUANTUM);
  const position = createSmoother(0.05, sampleRate / QUANTUM);
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  let stroke = { from: 0, to: 0, start: 0, length: 1, force: 0 };
  let time = 0;
  const hand = createPlayer(function* (): Generator<number, never> {
    let side = random.bernoulli(0.5) ? 1 : -1;
    for (;;) {
      const strokes = 2 + Math.floor(4 * random.next());
      for (let i = 0; i < strokes; i++) {
        const length = random.between(0.65, 1.5) * interpolate(1.15, 0.85, controls.character);
        const reach = random.between(0.35, 0.95);
        stroke = {
          from: -side * reach * random.between(0.6, 1),
          to: side * reach,
          start: time,
          length,
          force: random.between(0.6, 1),
        };
        // Most strokes alternate; some restart on the same side.
        if (random.bernoulli(0.7)) side = -side;
        yield length + random.between(0.05, 0.3);
      }
      yield random.between(0.3, 1.4);
    }
  }, sampleRate);
  let before = 0;
  return {
    fill(left, right, now) {
      controls = now;
      hand.run(QUANTUM);
      time += QUANTUM / sampleRate;
      const { from, to, start, length, force } = stroke;
      const part = Math.min(1, Math.max(0, (time - start) / length));
      const speed = smooth(force * Math.sin(Math.PI * part) ** 1.4);
      const [toLeft, toRight] = panGains(position(from + (to - from) * part));
      const density = speed * interpolateRatio(0.16, 0.05, now.character);
      const center = interpolateRatio(1100, 2300, now.character) * (0.75 + 0.6 * speed);
      for (const [side, samples] of [left, right].entries()) {
        const { body, tips, warm } = sides[side]!;
        body.tune(center, 0.6);
        tips.tune(2.1 * center, 0.9);
        const factor = side === 0 ? toLeft : toRight;
        for (let i = 0; i < QUANTUM; i++) {
          const loud = factor * (before + ((speed - before) * i) / QUANTUM);
          const slip = random.next() < density ? random.noise() : 0;
          const rub = slip * interpolate(1.4, 2.2, now.character) + 0.22 * random.noise();
          samples[i] = 0.55 * loud * warm(body.run(rub) + 0.45 * tips.run(rub));
        }
      }
      before = speed;
    },
  };
};
