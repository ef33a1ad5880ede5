import {
  createFixedFilter,
  createSmoother,
  createPinkNoise,
  createTunableFilter,
} from "../kit/filters.ts";
import { createPlayer, type Player } from "../kit/event-schedule.ts";
import { createNoiseBursts, type NoiseBursts } from "../kit/noise-bursts.ts";
import { panGains } from "../kit/resonators.ts";
import {
  type LayerControls,
  type CreateLayer,
  type LayerContext,
  interpolate,
  QUANTUM,
} from "../kit/layer.ts";

/**
 * Vowel formants in Hz: means of men and women by G. Peterson and H. Barney (1952), with a raised
 * first formant as in whispering.
 */
const VOWELS = [
  [410, 2400, 3100],
  [570, 2000, 2750],
  [820, 1750, 2600],
  [900, 1300, 2550],
  [700, 1020, 2500],
  [470, 1050, 2400],
  [640, 1450, 2550],
] as const;

/** Fricatives: center frequency in Hz, bandwidth, level, duration in seconds. */
const FRICATIVES = [
  { frequency: 5600, q: 1.1, level: 0.2, length: 0.11 },
  { frequency: 3100, q: 1.2, level: 0.2, length: 0.11 },
  { frequency: 4200, q: 0.5, level: 0.07, length: 0.08 },
  { frequency: 1500, q: 0.5, level: 0.09, length: 0.06 },
] as const;
/** Plosives: Hz and level. */
const PLOSIVES = [
  { frequency: 3600, level: 0.24 },
  { frequency: 1900, level: 0.22 },
  { frequency: 900, level: 0.16 },
] as const;

/** Current articulation. */
interface Mouth {
  vowel: readonly number[];
  /** Level of the breath. */
  voice: number;
  hiss: { frequency: number; q: number; level: number };
  /** Pan position of the mouth. */
  pan: number;
}

/** Articulates syllables in phrases, with a breath between them. */
function createMouth(
  { random, sampleRate }: LayerContext,
  bursts: NoiseBursts,
  character: () => number,
): { readonly mouth: Mouth; readonly speaker: Player } {
  const mouth: Mouth = {
    vowel: VOWELS[6],
    voice: 0,
    hiss: { frequency: 5000, q: 1, level: 0 },
    pan: 0.6,
  };

  function* consonant(at: () => number): Generator<number, void> {
    const kind = random.next();
    if (kind < 0.42) {
      const { level, length, ...one } = random.pick(FRICATIVES);
      mouth.hiss = {
        ...one,
        level: level * interpolate(0.5, 1, character()) * random.between(0.7, 1),
      };
      mouth.voice *= 0.25;
      yield length * random.between(0.75, 1.25);
      mouth.hiss = { ...mouth.hiss, level: 0 };
    } else if (kind < 0.75) {
      mouth.voice = 0;
      yield random.between(0.035, 0.06);
      const { frequency, level } = random.pick(PLOSIVES);
      bursts.add({
        frequency: frequency * random.between(0.9, 1.1),
        q: 0.8,
        level: level * interpolate(0.45, 0.9, character()) * random.between(0.6, 1),
        attack: 0.0012,
        decay: random.between(0.006, 0.013),
        pan: mouth.pan,
        at: at(),
      });
      yield 0.015;
    } else {
      // A nasal or a liquid: the mouth is nearly closed.
      mouth.vowel = [330, 1250, 2350];
      mouth.voice = 0.18;
      yield random.between(0.05, 0.085);
    }
  }
  const speaker = createPlayer(function* (at): Generator<number, never> {
    yield random.between(0.2, 0.8);
    let side = random.bernoulli(0.5) ? 1 : -1;
    for (;;) {
      const syllables = 4 + Math.floor(7 * random.next());
      for (let i = 0; i < syllables; i++) {
        const pace = interpolate(1.3, 0.85, character());
        if (random.bernoulli(0.85)) yield* consonant(at);
        mouth.vowel = random.pick(VOWELS);
        // Phrases decline; some syllables are stressed.
        const stress = random.bernoulli(0.35) ? 1 : 0.66;
        mouth.voice = stress * (1 - (0.4 * i) / syllables);
        yield random.between(0.08, 0.16) * pace * (i === syllables - 1 ? 1.6 : 1);
        if (random.bernoulli(0.25)) yield* consonant(at);
        mouth.voice = 0.04;
        yield random.between(0.01, 0.05) * pace;
      }
      mouth.voice = 0;
      yield random.between(0.25, 0.7);
      if (random.bernoulli(0.6)) side = -side;
      mouth.pan = side * random.between(0.3, 0.75);
      if (random.bernoulli(0.6)) {
        // Inhalation through the teeth.
        mouth.hiss = { frequency: 2100, q: 0.5, level: 0.03 };
        yield random.between(0.25, 0.45);
        mouth.hiss = { ...mouth.hiss, level: 0 };
      }
      yield random.between(0.3, 1.3);
    }
  }, sampleRate);
  return { mouth, speaker };
}

/**
 * Whispering without words: breath shaped into syllables and phrases, near one ear and then the
 * other. Character: slow and soft to brisk and crisp.
 */
export const createWhisper: CreateLayer = ({ sampleRate, random }) => {
  const bursts = createNoiseBursts(16, random, sampleRate);
  const perBlock = sampleRate / QUANTUM;
  const sides = [0, 1].map(() => ({
    pink: createPinkNoise(random),
    formants: [0, 1, 2].map(() => createTunableFilter("band", sampleRate)),
    hiss: createTunableFilter("band", sampleRate),
    floor: createFixedFilter("high", { frequency: 180 }, sampleRate),
  }));
  const glides = [0.035, 0.035, 0.045].map((seconds, at) =>
    createSmoother(seconds, perBlock, VOWELS[6][at]),
  );
  const loudness = createSmoother(0.018, perBlock);
  const hissing = createSmoother(0.014, perBlock);
  const placing = createSmoother(0.2, perBlock);
  let controls: LayerControls = { character: 0.5, surface: "leaves" };
  const { mouth, speaker } = createMouth({ random, sampleRate }, bursts, () => controls.character);
  let last = { voice: 0, hiss: 0 };

  return {
    fill(left, right, now) {
      controls = now;
      speaker.run(QUANTUM);
      const next = { voice: loudness(mouth.voice), hiss: hissing(mouth.hiss.level) };
      const tuned = glides.map((glide, at) => glide(mouth.vowel[at]!));
      const factors = panGains(placing(mouth.pan));
      for (const [side, samples] of [left, right].entries()) {
        const { pink, formants, hiss: sharp, floor } = sides[side]!;
        for (const [at, formant] of formants.entries()) formant.tune(tuned[at]!, 5 + at);
        sharp.tune(mouth.hiss.frequency, mouth.hiss.q);
        const factor = factors[side]!;
        const [first, second, third] = formants as [Formant, Formant, Formant];
        for (let i = 0; i < QUANTUM; i++) {
          const part = i / QUANTUM;
          const noise = pink();
          const spoken =
            0.8 * first.run(noise) +
            0.62 * second.run(noise) +
            0.4 * third.run(noise) +
            0.05 * noise;
          samples[i] = floor(
            factor *
              ((last.voice + (next.voice - last.voice) * part) * spoken +
                (last.hiss + (next.hiss - last.hiss) * part) * sharp.run(random.noise())),
          );
        }
      }
      last = next;
      bursts.mix(left, right);
    },
  };
};
type Formant = ReturnType<typeof createTunableFilter>;
