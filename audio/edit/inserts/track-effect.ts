export type TrackEffectName =
  | "equalizer"
  | "compressor"
  | "gate"
  | "deesser"
  | "limiter"
  | "reverb";

/** An effect that a track plays through, without a change of its clips. */
export interface TrackEffect {
  /** Unique in the edit. */
  readonly id: number;
  readonly effect: TrackEffectName;
  /** Parameters in their units; missing ones have their defaults. */
  readonly values: Readonly<Record<string, number>>;
  readonly bypassed?: true;
}

/** Defaults of the reverb, apart from the other parameters: the workspace loads this file only. */
export const REVERB = { decay: 1.5, amount: 15 } as const;

/** The effects that are not bypassed. */
export const activeEffects = (effects: readonly TrackEffect[] = []): readonly TrackEffect[] =>
  effects.filter(({ bypassed }) => !bypassed);

/** Reverb times until a tail ends, 90 dB below its start. */
const TAIL = 1.5;

/** Seconds that a track sounds after its last clip, because of its effects. */
export const tailOf = (effects?: readonly TrackEffect[]): number =>
  activeEffects(effects).reduce((seconds, { effect, values }) => {
    const { decay = REVERB.decay, amount = REVERB.amount } = values;
    return effect === "reverb" && amount > 0 ? seconds + TAIL * decay : seconds;
  }, 0);
