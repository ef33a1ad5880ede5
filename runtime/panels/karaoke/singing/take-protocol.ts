import type { VoicePitch } from "#audio/music/singing/pitch-path.ts";

/** Name under which the audio worklet processor is registered. */
export const PROCESSOR = "sung-pitch";

/** Pitches of the microphone, every `PITCH_STEP` seconds. */
export interface PitchMessage {
  /** Time of the first one on the clock of the audio context, in seconds. */
  readonly from: number;
  readonly pitches: readonly VoicePitch[];
}
