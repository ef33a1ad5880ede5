import type { Format, Processor } from "../../effect.ts";
import { chainProcessors } from "../../restoration/processor-chain.ts";
import { createDeEsser } from "../../restoration/shape-voice.ts";
import { decibelsToFactor } from "../../signal/decibel.ts";
import { createLimiter } from "../../signal/limiter.ts";
import { colorBlocks, createColor } from "../../voice/color-voice.ts";
import { createCompressor, createGate } from "./dynamics.ts";
import { bandsOf, createEqualizer } from "./equalizer.ts";
import { type TrackEffect, activeEffects } from "./track-effect.ts";
import { valuesOf } from "./track-effects.ts";

/** Release of the limiter in seconds. */
const LIMITER_RELEASE = 0.1;
/** Time constants after which a state has decayed by 100 dB. */
const DECAYED = 11.5;

/** The processor of an effect; null if its values change nothing. */
function createInsert({ effect, values }: TrackEffect, format: Format): Processor | null {
  switch (effect) {
    case "equalizer":
      return createEqualizer(valuesOf(effect, values), format);
    case "compressor":
      return createCompressor(valuesOf(effect, values), format);
    case "gate":
      return createGate(valuesOf(effect, values), format);
    case "deesser": {
      const { strength } = valuesOf(effect, values);
      return strength > 0 ? createDeEsser(format, strength / 100) : null;
    }
    case "limiter": {
      const { gain, ceiling } = valuesOf(effect, values);
      const options = { ceiling, gain: decibelsToFactor(gain), release: LIMITER_RELEASE };
      return createLimiter(format, options);
    }
    case "reverb": {
      const { decay, amount } = valuesOf(effect, values);
      const color = amount > 0 && createColor({ room: { decay, level: amount / 100 } }, format);
      return color ? colorBlocks(color) : null;
    }
  }
}

/** The effects of a track in series, without those that change nothing; null if none is left. */
export function createInserts(
  effects: readonly TrackEffect[] | undefined,
  format: Format,
): Processor | null {
  const processors = activeEffects(effects)
    .map((effect) => createInsert(effect, format))
    .filter((processor) => processor !== null);
  return processors.length > 0 ? chainProcessors(processors, format.channels) : null;
}

/** Seconds in which the memory of an effect falls to 1/e, and for which it is held at first. */
function memoryOf(
  { effect, values }: TrackEffect,
  sampleRate: number,
): { readonly constant: number; readonly held?: number } {
  switch (effect) {
    case "equalizer": {
      const bands = bandsOf(valuesOf(effect, values), sampleRate);
      // A boost of g dB raises the quality of the poles by g/40.
      const constants = bands.map(
        ({ q, gain, frequency }) => (q * 10 ** (Math.abs(gain) / 40)) / (Math.PI * frequency),
      );
      return { constant: Math.max(0, ...constants) };
    }
    case "compressor": {
      const { attack, release } = valuesOf(effect, values);
      return { constant: Math.max(attack, release) / 1000 };
    }
    case "gate": {
      const { attack, hold, release } = valuesOf(effect, values);
      return { constant: Math.max(attack, release) / 1000, held: hold / 1000 };
    }
    case "deesser":
      // Its slowest average has a time constant of 0.3 s. It averages powers, whose decay in dB is
      // half as fast, and compares them with the power of quiet sounds.
      return { constant: 0.5 };
    case "limiter":
      return { constant: LIMITER_RELEASE };
    case "reverb":
      // It falls by 60 dB in its reverb time.
      return { constant: valuesOf(effect, values).decay / Math.log(1000) };
  }
}

/**
 * Seconds of sound before a position that the output of effects depends on, to about −100 dB. In a
 * series, the slowest effect decides: each other one prolongs the decay by at most three of its time
 * constants, as the tail of an Erlang distribution does.
 */
export function contextOf(effects: readonly TrackEffect[] | undefined, sampleRate: number): number {
  const memories = activeEffects(effects).map((effect) => memoryOf(effect, sampleRate));
  const [slowest = 0, ...others] = memories.map(({ constant }) => constant).sort((a, b) => b - a);
  return (
    DECAYED * slowest +
    others.reduce((sum, constant) => sum + Math.min(3 * slowest, DECAYED * constant), 0) +
    memories.reduce((sum, { held = 0 }) => sum + held, 0)
  );
}
