import type { Host } from "../script/script.ts";

export const MUSIC = ["none", "warm", "bright"] as const;
export type Music = (typeof MUSIC)[number];

/** A line as it was spoken. */
export interface SpokenLine {
  readonly host: Host;
  /** Mono. */
  readonly samples: Float32Array;
  /** Hz */
  readonly sampleRate: number;
  /** Whether a chapter begins with it. */
  readonly isChapter: boolean;
}

/** What an episode is mixed of. */
export interface Episode {
  readonly lines: readonly SpokenLine[];
  readonly music: Music;
  /** What stands in the file: its title, and that its voices are generated. */
  readonly title: string;
}

/** When a line sounds, in seconds of the episode. */
export interface LineTime {
  readonly from: number;
  readonly to: number;
}

/** Hz at which episodes are mixed. */
export const EPISODE_RATE = 48_000;
/** LUFS of each line, and of the whole. */
export const EPISODE_LUFS = -16;

/** Seconds: music alone before and behind the talk, rests behind a line and before a chapter. */
export const PACE = { intro: 6.5, outro: 7.5, rest: 0.34, chapter: 1.1, edge: 0.25 } as const;

export const introOf = ({ music }: Pick<Episode, "music">): number =>
  music === "none" ? PACE.edge : PACE.intro;
const outroOf = ({ music }: Pick<Episode, "music">): number =>
  music === "none" ? PACE.edge : PACE.outro;

/** Frames of a line at the rate of episodes. */
export const framesOfLine = ({ samples, sampleRate }: Pick<SpokenLine, "samples" | "sampleRate">) =>
  Math.ceil((samples.length * EPISODE_RATE) / sampleRate);

/** Frames of a line with the rest behind it. */
export function slotOf({ lines }: Pick<Episode, "lines">, at: number): number {
  const next = lines[at + 1];
  const rest = next?.isChapter ? PACE.chapter : PACE.rest;
  return framesOfLine(lines[at]!) + Math.round(rest * EPISODE_RATE);
}

/** When lines sound. */
export function timesOf(episode: Episode): {
  readonly lines: readonly LineTime[];
  readonly seconds: number;
} {
  let frame = Math.round(introOf(episode) * EPISODE_RATE);
  const lines = episode.lines.map((line, at): LineTime => {
    const from = frame / EPISODE_RATE;
    const to = (frame + framesOfLine(line)) / EPISODE_RATE;
    frame += slotOf(episode, at);
    return { from, to };
  });
  return { lines, seconds: frame / EPISODE_RATE + outroOf(episode) };
}

export const outroFrames = (episode: Pick<Episode, "music">): number =>
  Math.round(outroOf(episode) * EPISODE_RATE);
