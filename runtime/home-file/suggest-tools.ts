import type { SoundDescription } from "../../audio/description/describe-sound.ts";
import type { WorkspaceTool } from "../../core/page/app-data.ts";

/** Why a tool would help: a message, `pages:home.file.reason.<why>`. */
type Reason =
  | "noise"
  | "hum"
  | "reverb"
  | "echo"
  | "silence"
  | "clicks"
  | "breath"
  | "loudness"
  | "several";

export interface Suggestion {
  readonly tool: WorkspaceTool;
  readonly reason: Reason;
  /** How much it would help, above 0, to 1. */
  readonly weight: number;
}

/** Below this, nobody would hear a difference. */
const LEAST = 0.1;
/** More would not be read. */
const MOST = 4;
/** LUFS that podcasts aim at (AES TD1008), and LU around it that need no change. */
const TARGET = { lufs: -16, within: 4 } as const;
/** Milliseconds from which an echo is heard as one; a sooner one belongs to the room. */
const ECHO = 45;

const between = (value: number, none: number, full: number): number =>
  Math.max(0, Math.min(1, (value - none) / (full - none)));

/** What is wrong with a sound, each with how much. */
function weigh(sound: SoundDescription): readonly (readonly [Reason, string, number])[] {
  const isMusic = sound.content === "music";
  const hasEcho = sound.echo !== null && sound.echo >= ECHO && !isMusic;
  // An echo fills pauses as noise does.
  const noise = isMusic ? 0 : between(sound.noiseRange, 32, 12) * (hasEcho ? 0.5 : 1);
  const reverb =
    isMusic || hasEcho || sound.reverbTime === null ? 0 : between(sound.reverbTime, 0.28, 0.65);
  const loudness =
    0.6 * between(Math.abs(sound.loudness - TARGET.lufs), TARGET.within, TARGET.within + 14);
  const several = Math.min(noise, reverb) >= 0.3;
  return [
    sound.hum !== null && noise < 0.6 ? ["hum", "denoise", 0.6] : ["noise", "denoise", noise],
    ["reverb", "reverb", reverb],
    ["echo", "echo", hasEcho ? 0.9 : 0],
    ["silence", "silence", between(sound.pauses.seconds, 0, 0.3 * sound.seconds)],
    ["clicks", "clicks", isMusic ? 0 : 0.9 * between(sound.clicks, 20, 90)],
    ["breath", "breath", isMusic ? 0 : 0.5 * between(sound.breaths, 8, 25)],
    ["loudness", "volume", loudness],
    ["several", "enhance", several ? Math.max(noise, reverb) + 0.01 : 0],
  ];
}

/** Tools that work and would help a sound, the best first; none where nothing is wrong with it. */
export function suggestTools(
  sound: SoundDescription,
  tools: readonly WorkspaceTool[],
): readonly Suggestion[] {
  if (sound.content === "silence") return [];
  return weigh(sound)
    .flatMap(([reason, preset, weight]) => {
      const tool = tools.find((one) => one.preset === preset && one.available);
      return tool && weight >= LEAST ? [{ tool, reason, weight: Math.min(1, weight) }] : [];
    })
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST);
}
