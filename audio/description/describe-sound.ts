import type { Analyzer, Block, Format } from "../effect.ts";
import breath from "../effects/breath.ts";
import clicks from "../effects/clicks.ts";
import { createReverbEstimator, decayTime } from "../restoration/reverb/estimate-reverb.ts";
import { framesOf } from "../signal/blocks.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import { createLevelMeter } from "../silence/levels.ts";
import { findPauses } from "../silence/pauses.ts";
import { createHumMeter } from "./hum-meter.ts";
import { createClippingMeter } from "./clipping.ts";
import { type Certainty, classifyContent, type Content } from "./classify.ts";
import { createContentMeter } from "./content-meter.ts";
import { createEchoMeter } from "./echo-meter.ts";
import { measureNoise } from "./noise-range.ts";
import { createToneMeter } from "./tone-meter.ts";

/** What is heard of a sound. Levels in dB; −Infinity where there is silence alone. */
export interface SoundDescription {
  /** Seconds that were heard. */
  readonly seconds: number;
  readonly content: Content;
  readonly contentCertainty: Certainty;
  /** LUFS, integrated. */
  readonly loudness: number;
  /** dBTP */
  readonly truePeak: number;
  /** Part of the samples that are cut off, 0 to 1. */
  readonly clipping: number;
  /** dB by which loud moments lie above the background; Infinity where there is none. */
  readonly noiseRange: number;
  /** dB by which the background itself varies: little where it is a steady noise. */
  readonly noiseVariation: number;
  /** Hz of the mains that hum, or null. */
  readonly hum: 50 | 60 | null;
  /**
   * Seconds in which a room's sound decays by 60 dB; null where noise hides it. Right up to 0.4 s, and
   * too little for larger rooms: 0.5 for 0.6, 0.7 for 1.2.
   */
  readonly reverbTime: number | null;
  /** Milliseconds after which an echo comes, or null. */
  readonly echo: number | null;
  /** Sure where parts of the sound show the same echo on their own. */
  readonly echoCertainty: Certainty;
  /** Pauses of a second or more: how many, and how many seconds of them could go. */
  readonly pauses: { readonly count: number; readonly seconds: number };
  /** Mouth clicks and breaths a minute. */
  readonly clicks: number;
  readonly breaths: number;
}

/** s; what is shorter belongs to speech. */
const LONG_PAUSE = 1;
/** s of a pause that stay. */
const LEFT = 0.3;
/** dB above a steady background from which a decay can be seen. */
const DECAY_RANGE = 17;
/** dB by which a background varies at least that is the decay of a room itself. */
const DECAYING = 6;

/**
 * Listens to a sound as a whole, with what the tools themselves find by: nothing here is a guess of
 * its own where an effect measures already. Memory grows by some 15 MB an hour.
 */
export function createDescriber(format: Format): Analyzer<SoundDescription> {
  const loudness = createLoudnessMeter(format);
  const levels = createLevelMeter(format);
  const clipping = createClippingMeter();
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
      const pauses = findPauses(history, { threshold: null, shortest: LONG_PAUSE });
      const perMinute = (count: number) => (seconds > 0 ? (60 * count) / seconds : 0);
      return {
        seconds,
        content,
        contentCertainty,
        loudness: integrated,
        truePeak,
        clipping: clipping.finish(),
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
