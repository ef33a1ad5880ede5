import type { SoundDescription } from "./describe-sound.ts";
import { bandOf } from "../voice/bands.ts";
import type { VoiceMeasures } from "../profile/voice-measures.ts";

/** Seconds that a sample lasts. */
export const SAMPLE_SECONDS = { least: 10, most: 180 } as const;
/** Seconds from which a mean is steady. */
const STEADY = 30;
/** Seconds of voice with a pitch, and which part of the sample they are. */
const VOICED = { least: 2.5, part: 0.08 } as const;
/** dB by which a voice lies above what is behind it: what is too little, and what is little. */
const NOISE = { bad: 15, fair: 30 } as const;
/** Part of the samples that are cut off. */
const CLIPPED = { bad: 0.002, fair: 0.0001 } as const;
/** LUFS from which a voice is quiet. */
const QUIET = -38;
/** s of reverberation. */
const ROOM = 0.6;
/** dB by which bands above 4.5 kHz lie below those around 2.5 kHz where a line or a codec took them. */
const NARROW = 45;
/** s of play at the end, which codecs add. */
const PLAY = 0.5;

/** What stands in a sample's way, or what it could be better in. */
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
  /** Whether a profile can be made of it. */
  readonly isUsable: boolean;
  /** Why not, or where it could be better; empty for a good one. */
  readonly faults: readonly SampleFault[];
}

const meanOf = ({ envelope }: VoiceMeasures, from: number, to: number): number => {
  const part = envelope.slice(Math.round(bandOf(from)), Math.round(bandOf(to)));
  return part.reduce((sum, level) => sum + level, 0) / Math.max(1, part.length);
};

/** Whether a sample is longer than any that can be used. */
export const isTooLong = (seconds: number): boolean => seconds > SAMPLE_SECONDS.most + PLAY;

/** Why a sample cannot be used, the first that matters. */
function hindrances(
  seconds: number,
  sound: SoundDescription,
  voice: VoiceMeasures,
): (SampleFault | false)[] {
  const isVoiced =
    voice.voiced >= Math.min(VOICED.least, seconds / 2) && voice.voiced >= VOICED.part * seconds;
  const isMusic = sound.content === "music" || sound.content === "mixed";
  if (sound.content === "silence") return ["silent"];
  return [
    seconds < SAMPLE_SECONDS.least && "short",
    isTooLong(seconds) && "long",
    isMusic && "music",
    (sound.content === "noise" || !isVoiced) && !isMusic && "noSpeech",
    isVoiced && sound.noiseRange < NOISE.bad && "noisy",
    sound.clipping > CLIPPED.bad && "clipped",
    isVoiced && voice.split > 0 && "voices",
  ];
}

/** Judges whether a profile can be made of a recording, before anything is paid for it. */
export function judgeSample(
  seconds: number,
  sound: SoundDescription,
  voice: VoiceMeasures,
): SampleJudgement {
  const bad = hindrances(seconds, sound, voice).filter((fault) => fault !== false);
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
