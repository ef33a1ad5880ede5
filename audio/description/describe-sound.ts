import type { Analyzer, Block, Format } from "../effect.ts";
import breath from "../effects/breath.ts";
import clicks from "../effects/clicks.ts";
import { createReverbEstimator, decayTime } from "../restoration/reverb/estimate-reverb.ts";
import { framesOf } from "../signal/blocks.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import { createLevelMeter } from "../silence/levels.ts";
import { findPauses } from "../silence/pauses.ts";
import { createHumMeter } from "./hum-meter.ts";
import { createClippingFinder } from "../restoration/declip/find-clipping.ts";
import { type Certainty, classifyContent, type Content } from "./classify.ts";
import { createContentMeter } from "./content-meter.ts";
import { createEchoMeter } from "./echo-meter.ts";
import { measureNoise } from "./noise-range.ts";
import { createToneMeter } from "./tone-meter.ts";

/** Description of a sound. Levels in dB; −Infinity for silence. */
export interface SoundDescription {
  /** Analyzed seconds. */
  readonly seconds: number;
  readonly content: Content;
  readonly contentCertainty: Certainty;
  /** LUFS, integrated. */
  readonly loudness: number;
  /** dBTP */
  readonly truePeak: number;
  /** Fraction of clipped samples, 0 to 1. */
  readonly clipping: number;
  /** dB of loud moments above the background; Infinity without one. */
  readonly noiseRange: number;
  /** Variation of the background in dB: small for steady noise. */
  readonly noiseVariation: number;
  /** Mains frequency of the hum in Hz, or null. */
  readonly hum: 50 | 60 | null;
  /**
   * Reverb time (RT60) in seconds; null if noise hides it. Accurate up to 0.4 s and underestimated
   * for larger rooms: 0.5 for 0.6, 0.7 for 1.2.
   */
  readonly reverbTime: number | null;
  /** Delay of an echo in milliseconds, or null. */
  readonly echo: number | null;
  /** Certain if parts of the sound separately show the same echo. */
  readonly echoCertainty: Certainty;
  /** Pauses of at least a second: their number, and the seconds that could be removed. */
  readonly pauses: { readonly count: number; readonly seconds: number };
  /** Mouth clicks and breaths per minute. */
  readonly clicks: number;
  readonly breaths: number;
}

/** Seconds; shorter pauses belong to speech. */
const LONG_PAUSE = 1;
/** Seconds of each pause that are kept. */
const LEFT = 0.3;
/** dB above a steady background that a decay needs to be measurable. */
const DECAY_RANGE = 17;
/** dB of background variation above which the background itself is reverb. */
const DECAYING = 6;

/** Describes a sound with the same analyses that the effects use. Memory: about 15 MB per hour. */
export function createDescriber(format: Format): Analyzer<SoundDescription> {
  const loudness = createLoudnessMeter(format);
  const levels = createLevelMeter(format);
  const clipping = createClippingFinder(format, null);
  const hum = createHumMeter(format);
  const room = createReverbEstimator(format);
  const echoes = createEchoMeter(format);
  const clickValues = { sensitivity: 60, strength: 100, keep: [] };
  const breathValues = { mode: "soften", attenuation: 18, sensitivity: 50, keep: [] } as const;
  const mouth = clicks.analyze!(clickValues, format, null)!;
  const breathing = breath.analyze!(breathValues, format, null)!;
  const tones = createToneMeter(format);
  const contents = createContentMeter(format);
  const all = [loudness, levels, clipping, hum, tones, contents, room, echoes, mouth, breathing];
  let frames = 0;
  return {
    push(block: Block) {
      for (const one of all) one.push(block);
      frames += framesOf(block);
    },
    finish() {
      const seconds = frames / format.sampleRate;
      const { integrated, truePeak } = loudness.measure();
      const { levels: history } = levels.finish();
      const noise = measureNoise(history);
      const canDecay = noise.range >= DECAY_RANGE || noise.variation >= DECAYING;
      const reverbTime = canDecay ? decayTime(room.finish()) : null;
      const [content, contentCertainty] = classifyContent({
        ...contents.finish(),
        loudness: integrated,
        noiseRange: noise.range,
        tones: tones.finish(),
        reverbTime,
      });
      const found = echoes.finish();
      const pauses = findPauses(history, { threshold: null, minSeconds: LONG_PAUSE });
      const perMinute = (count: number) => (seconds > 0 ? (60 * count) / seconds : 0);
      return {
        seconds,
        content,
        contentCertainty,
        loudness: integrated,
        truePeak,
        clipping: clipping.finish().share,
        noiseRange: noise.range,
        noiseVariation: noise.variation,
        hum: hum.finish(),
        reverbTime,
        echo: found?.delay ?? null,
        echoCertainty: found?.certainty ?? "possible",
        pauses: {
          count: pauses.length,
          seconds: pauses.reduce((sum, { start, end }) => sum + end - start - LEFT, 0),
        },
        clicks: perMinute(clicks.findings!(mouth.finish(), clickValues).ranges!.length),
        breaths: perMinute(breath.findings!(breathing.finish(), breathValues).ranges!.length),
      };
    },
  };
}
