import type { Certainty } from "#audio/description/classify.ts";
import type { SoundDescription } from "#audio/description/describe-sound.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";

/**
 * Why a tool would help: a message, `pages:home.file.reason.<why>`; null if the tool's own text
 * explains it.
 */
type Reason =
  | "noise"
  | "hum"
  | "reverb"
  | "echo"
  | "silence"
  | "clicks"
  | "breath"
  | "loudness"
  | "clipped"
  | "several"
  | "music"
  | null;

export interface Suggestion {
  readonly tool: WorkspaceTool;
  readonly reason: Reason;
  /** How much the tool would help, above 0, up to 1. */
  readonly weight: number;
  readonly certainty: Certainty;
}

/** Minimum weight of a suggestion; below it, the difference would be inaudible. */
const MIN_SCORE = 0.1;
/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 4;
/** Target loudness of podcasts in LUFS (AES TD1008), and tolerance in LU. */
const TARGET = { lufs: -16, within: 4 } as const;
/** LU by which music may exceed the target, as published records do. */
const LOUD_MUSIC = 6;
/** Minimum delay of an audible echo in ms; shorter delays are part of the reverb. */
const ECHO = 45;
/** Level variation in dB of steady noise, and of a background that is no steady noise. */
const NOISE_VARIES = { none: 5, full: 11 } as const;
/**
 * Minimum weight of a background and of another problem for a tool that treats both. Of a room that
 * lies under a background, less is measured.
 */
const SEVERAL = 0.3;
const SEVERAL_ROOM = 0.15;
/**
 * Minimum distance in dB between loud moments and steady noise for a reliable reverb measurement.
 */
const QUIET_ROOM = 26;
/** Fraction of clipped samples at which clipping is a severe problem. */
const SEVERE_CLIPPING = 0.005;
/** Presets of tools that separate music, the most popular first. */
const MUSIC_TOOLS = ["instrumental", "stems", "song"] as const;

const between = (value: number, none: number, full: number): number =>
  Math.max(0, Math.min(1, (value - none) / (full - none)));

/** Certainty of a value, by two thresholds. */
const grade = (value: number, likely: number, sure: number): Certainty =>
  value >= sure ? "sure" : value >= likely ? "likely" : "possible";

/** The lower of two certainties. */
const weaker = (a: Certainty, b: Certainty): Certainty => {
  const order = ["possible", "likely", "sure"] as const;
  return order[Math.min(order.indexOf(a), order.indexOf(b))]!;
};

interface Finding {
  readonly reason: Reason;
  readonly preset: string;
  readonly weight: number;
  readonly certainty: Certainty;
}

function loudnessOf({ loudness, content }: SoundDescription): Finding {
  const off = loudness - TARGET.lufs;
  const distance = content === "music" && off > 0 ? off - LOUD_MUSIC : Math.abs(off);
  const weight = 0.6 * between(distance, TARGET.within, TARGET.within + 14);
  return { reason: "loudness", preset: "volume", weight, certainty: "sure" };
}

/** Clipping; the enhancer treats speech, and the editor has an effect for all sounds. */
const clippedOf = ({ clipping, content }: SoundDescription): Finding => ({
  reason: "clipped",
  preset: content === "speech" ? "enhance" : "edit",
  weight: 0.7 * Math.min(1, 0.3 * Math.sign(clipping) + clipping / SEVERE_CLIPPING),
  certainty: "likely",
});

/** Hum of music, for which the editor has an effect; that of speech is background noise. */
const humOf = ({ hum }: SoundDescription): readonly Finding[] =>
  hum === null ? [] : [{ reason: "hum", preset: "edit", weight: 0.95, certainty: "possible" }];

/** Tools that separate music; if there is also speech, tools that keep the voice come first. */
function musicOf(sound: SoundDescription): readonly Finding[] {
  const { content, contentCertainty } = sound;
  const certainty = contentCertainty;
  const tools = MUSIC_TOOLS.map((preset, at): Finding => {
    const weight = (content === "music" ? 0.9 : 0.4) - 0.01 * at;
    return { reason: null, preset, weight, certainty };
  });
  if (content === "music") return [...tools, ...humOf(sound)];
  return [{ reason: "music", preset: "speech", weight: 0.95, certainty }, ...tools];
}

/** Problems of speech without music. */
function speechOf(sound: SoundDescription): readonly Finding[] {
  const { reverbTime, noiseRange, noiseVariation, contentCertainty } = sound;
  const hasEcho = sound.echo !== null && sound.echo >= ECHO;
  // Like noise, echo and reverb fill pauses, but not evenly.
  const steadiness = 1 - between(noiseVariation, NOISE_VARIES.none, NOISE_VARIES.full);
  const noise = between(noiseRange, 32, 12) * steadiness * (hasEcho ? 0.5 : 1);
  const reverb = hasEcho || reverbTime === null ? 0 : between(reverbTime, 0.28, 0.65);
  const hidden = noiseRange < QUIET_ROOM && steadiness > 0.5;
  const isHum = sound.hum !== null && noise < 0.6;
  const level = loudnessOf(sound).weight;
  const background = Math.max(noise, sound.hum === null ? 0 : 0.6);
  const isSeveral = background >= SEVERAL && (level >= SEVERAL || reverb >= SEVERAL_ROOM);
  const noiseCertainty = hasEcho ? "possible" : grade(noise * steadiness, 0.2, 0.4);
  const certain = (certainty: Certainty) => weaker(certainty, contentCertainty);
  return [
    isHum
      ? { reason: "hum", preset: "denoise", weight: 0.6, certainty: certain("likely") }
      : { reason: "noise", preset: "denoise", weight: noise, certainty: certain(noiseCertainty) },
    {
      reason: "reverb",
      preset: "reverb",
      weight: reverb,
      // In a large room the detection of speech is less certain, not the detection of reverb.
      certainty: hidden ? "possible" : grade(reverbTime ?? 0, 0.4, 0.55),
    },
    {
      reason: "echo",
      preset: "echo",
      weight: hasEcho ? 0.9 : 0,
      certainty: certain(sound.echoCertainty),
    },
    {
      reason: "silence",
      preset: "silence",
      weight: between(sound.pauses.seconds, 0, 0.3 * sound.seconds),
      // Echo and reverb blur the edges of pauses.
      certainty: certain(hasEcho || reverb >= MIN_SCORE ? "possible" : "sure"),
    },
    {
      reason: "clicks",
      preset: "clicks",
      // The edges of clipped peaks resemble clicks.
      weight: (sound.clipping > 0 ? 0.4 : 0.9) * between(sound.clicks, 8, 80),
      certainty: sound.clipping > 0 ? "possible" : certain(grade(sound.clicks, 30, 70)),
    },
    {
      reason: "breath",
      preset: "breath",
      weight: 0.5 * between(sound.breaths, 4, 25),
      certainty: certain(grade(sound.breaths, 8, 20)),
    },
    {
      reason: "several",
      preset: "enhance",
      weight: isSeveral ? Math.max(background, reverb, level) + 0.01 : 0,
      certainty: certain(noise >= SEVERAL && level >= SEVERAL ? "sure" : "likely"),
    },
  ];
}

function weigh(sound: SoundDescription): readonly Finding[] {
  const own =
    sound.content === "music" || sound.content === "mixed" ? musicOf(sound) : speechOf(sound);
  return [...own, clippedOf(sound), loudnessOf(sound)];
}

/** Available tools that would help a sound, the best first; empty if there are no problems. */
export function suggestTools(
  sound: SoundDescription,
  tools: readonly WorkspaceTool[],
): readonly Suggestion[] {
  if (sound.content === "silence") return [];
  return weigh(sound)
    .flatMap(({ preset, weight, ...finding }) => {
      const tool = tools.find((one) => one.preset === preset && one.available);
      return tool && weight >= MIN_SCORE ? [{ ...finding, tool, weight: Math.min(1, weight) }] : [];
    })
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ tool }, at, all) => all.findIndex((one) => one.tool === tool) === at)
    .slice(0, MAX_SUGGESTIONS);
}
