import type { SoundDescription } from "./describe-sound.ts";
import { bandOf } from "../voice/bands.ts";
import type { VoiceMeasures } from "../profile/voice-measures.ts";

/** Limits of a sample's duration in seconds. */
export const SAMPLE_SECONDS = { min: 10, max: 180 } as const;
/** Duration in seconds from which mean values are stable. */
const STEADY = 30;
/** Minimum voiced seconds, and minimum fraction of the sample. */
const VOICED = { min: 2.5, part: 0.08 } as const;
/** Speech-to-noise ratio in dB: too low, and low. */
const NOISE = { bad: 15, fair: 30 } as const;
/** Fraction of clipped samples. */
const CLIPPED = { bad: 0.002, fair: 0.0001 } as const;
/** LUFS below which a voice is quiet. */
const QUIET = -38;
/** Reverb time in seconds. */
const ROOM = 0.6;
/**
 * dB between the bands around 2.5 kHz and those above 4.5 kHz if a telephone line or a codec
 * removed the latter.
 */
const NARROW = 45;
/** Seconds of padding that codecs may add at the end. */
const PLAY = 0.5;

/** Why a sample is unusable, or could be better. */
export type SampleFault =
  | "short"
  | "long"
  | "silent"
  | "music"
  | "noSpeech"
  | "noisy"
  | "clipped"
  | "voices"
  | "brief"
  | "someNoise"
  | "someClipping"
  | "quiet"
  | "room"
  | "hum"
  | "narrow";

export interface SampleJudgement {
  /** Whether a profile can be created from it. */
  readonly isUsable: boolean;
  /** Why not, or what could be better; empty for a good sample. */
  readonly faults: readonly SampleFault[];
}

const meanOf = ({ envelope }: VoiceMeasures, from: number, to: number): number => {
  const part = envelope.slice(Math.round(bandOf(from)), Math.round(bandOf(to)));
  return part.reduce((sum, level) => sum + level, 0) / Math.max(1, part.length);
};

/** Whether a sample exceeds the maximum duration. */
export const isTooLong = (seconds: number): boolean => seconds > SAMPLE_SECONDS.max + PLAY;

/** Reasons why a sample cannot be used, most important first. */
function findBlockingFaults(
  seconds: number,
  sound: SoundDescription,
  voice: VoiceMeasures,
): (SampleFault | false)[] {
  const isVoiced =
    voice.voiced >= Math.min(VOICED.min, seconds / 2) && voice.voiced >= VOICED.part * seconds;
  const isMusic = sound.content === "music" || sound.content === "mixed";
  if (sound.content === "silence") return ["silent"];
  return [
    seconds < SAMPLE_SECONDS.min && "short",
    isTooLong(seconds) && "long",
    isMusic && "music",
    (sound.content === "noise" || !isVoiced) && !isMusic && "noSpeech",
    isVoiced && sound.noiseRange < NOISE.bad && "noisy",
    sound.clipping > CLIPPED.bad && "clipped",
    isVoiced && voice.split > 0 && "voices",
  ];
}

/** Judges whether a recording is suitable for a voice profile, before anything is charged. */
export function judgeSample(
  seconds: number,
  sound: SoundDescription,
  voice: VoiceMeasures,
): SampleJudgement {
  const bad = findBlockingFaults(seconds, sound, voice).filter((fault) => fault !== false);
  if (bad.length > 0) return { isUsable: false, faults: bad };
  const fair = [
    seconds < STEADY && "brief",
    sound.noiseRange < NOISE.fair && "someNoise",
    sound.clipping > CLIPPED.fair && "someClipping",
    sound.loudness < QUIET && "quiet",
    sound.reverbTime !== null && sound.reverbTime > ROOM && "room",
    sound.hum !== null && "hum",
    meanOf(voice, 2000, 3000) - meanOf(voice, 4800, 7000) > NARROW && "narrow",
  ] as const;
  return { isUsable: true, faults: fair.filter((fault) => fault !== false) };
}
