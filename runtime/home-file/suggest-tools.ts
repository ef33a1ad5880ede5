import type { Certainty } from "#audio/description/classify.ts";
import type { SoundDescription } from "#audio/description/describe-sound.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";

/** Why a tool would help: a message, `pages:home.file.reason.<why>`; null where its own words say it. */
type Reason =
  | "noise"
  | "hum"
  | "reverb"
  | "echo"
  | "silence"
  | "clicks"
  | "breath"
  | "loudness"
  | "several"
  | "music"
  | null;

export interface Suggestion {
  readonly tool: WorkspaceTool;
  readonly reason: Reason;
  /** How much it would help, above 0, to 1. */
  readonly weight: number;
  readonly certainty: Certainty;
}

/** Below this, nobody would hear a difference. */
const LEAST = 0.1;
/** More would not be read. */
const MOST = 4;
/** LUFS that podcasts aim at (AES TD1008), and LU around it that need no change. */
const TARGET = { lufs: -16, within: 4 } as const;
/** LU by which music may be louder than that, as published records are. */
const LOUD_MUSIC = 6;
/** Milliseconds from which an echo is heard as one; a sooner one belongs to the room. */
const ECHO = 45;
/** dB by which a steady noise varies, and from which what is behind a voice is no steady noise. */
const NOISE_VARIES = { none: 5, full: 11 } as const;
/** Weight of a background and of another problem from which they are treated together. */
const SEVERAL = 0.3;
/** dB of loud moments above a steady noise from which it does not disturb the measurement of a room. */
const QUIET_ROOM = 26;
/** Presets of tools that take music apart, the most wanted first. */
const MUSIC_TOOLS = ["instrumental", "stems", "song"] as const;

const between = (value: number, none: number, full: number): number =>
  Math.max(0, Math.min(1, (value - none) / (full - none)));

/** The certainty of a value that grows with it. */
const grade = (value: number, likely: number, sure: number): Certainty =>
  value >= sure ? "sure" : value >= likely ? "likely" : "possible";

/** The less certain of two. */
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

/** Tools that take music apart; where somebody speaks, too, first what keeps the voice. */
function musicOf({ content, contentCertainty }: SoundDescription): readonly Finding[] {
  const certainty = contentCertainty;
  const tools = MUSIC_TOOLS.map((preset, at): Finding => {
    const weight = (content === "music" ? 0.9 : 0.4) - 0.01 * at;
    return { reason: null, preset, weight, certainty };
  });
  if (content === "music") return tools;
  return [{ reason: "music", preset: "speech", weight: 0.95, certainty }, ...tools];
}

/** What is wrong with a voice that nothing plays along with. */
function speechOf(sound: SoundDescription): readonly Finding[] {
  const { reverbTime, noiseRange, noiseVariation, contentCertainty } = sound;
  const hasEcho = sound.echo !== null && sound.echo >= ECHO;
  // An echo and the decay of a room fill pauses as noise does, but not evenly.
  const steadiness = 1 - between(noiseVariation, NOISE_VARIES.none, NOISE_VARIES.full);
  const noise = between(noiseRange, 32, 12) * steadiness * (hasEcho ? 0.5 : 1);
  const reverb = hasEcho || reverbTime === null ? 0 : between(reverbTime, 0.28, 0.65);
  const hidden = noiseRange < QUIET_ROOM && steadiness > 0.5;
  const isHum = sound.hum !== null && noise < 0.6;
  const level = loudnessOf(sound).weight;
  const background = Math.max(noise, sound.hum === null ? 0 : 0.6);
  const isSeveral = background >= SEVERAL && Math.max(reverb, level) >= SEVERAL;
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
      // A large room makes it less certain that somebody speaks, not that there is a room.
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
      // Sound that comes back blurs where a pause begins and ends.
      certainty: certain(hasEcho || reverb >= LEAST ? "possible" : "sure"),
    },
    {
      reason: "clicks",
      preset: "clicks",
      weight: 0.9 * between(sound.clicks, 8, 80),
      certainty: certain(grade(sound.clicks, 30, 70)),
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
  return [...own, loudnessOf(sound)];
}

/** Tools that work and would help a sound, the best first; none where nothing is wrong with it. */
export function suggestTools(
  sound: SoundDescription,
  tools: readonly WorkspaceTool[],
): readonly Suggestion[] {
  if (sound.content === "silence") return [];
  return weigh(sound)
    .flatMap(({ preset, weight, ...finding }) => {
      const tool = tools.find((one) => one.preset === preset && one.available);
      return tool && weight >= LEAST ? [{ ...finding, tool, weight: Math.min(1, weight) }] : [];
    })
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST);
}
