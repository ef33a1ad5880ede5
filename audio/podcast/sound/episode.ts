import type { Host } from "../script/script.ts";

export const MUSIC = ["none", "warm", "bright"] as const;
export type Music = (typeof MUSIC)[number];

/** A synthesized line. */
export interface SpokenLine {
  readonly host: Host;
  /** Mono. */
  readonly samples: Float32Array;
  /** Hz */
  readonly sampleRate: number;
  /** Whether a chapter starts with it. */
  readonly isChapter: boolean;
}

/** Input of the mix. */
export interface Episode {
  readonly lines: readonly SpokenLine[];
  readonly music: Music;
  /** Metadata of the file: title and provenance tag. */
  readonly title: string;
}

/** Time range of a line in seconds of the episode. */
export interface LineTime {
  readonly from: number;
  readonly to: number;
}

/** Sample rate of episodes in Hz. */
export const EPISODE_RATE = 48_000;
/** Loudness of each line and of the whole in LUFS. */
export const EPISODE_LUFS = -16;

/** Seconds: music before and after the talk, pauses after a line and before a chapter. */
export const PACE = { intro: 6.5, outro: 7.5, rest: 0.34, chapter: 1.1, edge: 0.25 } as const;

export const introOf = ({ music }: Pick<Episode, "music">): number =>
  music === "none" ? PACE.edge : PACE.intro;
const outroOf = ({ music }: Pick<Episode, "music">): number =>
  music === "none" ? PACE.edge : PACE.outro;

/** Length of a line in frames at the episode's rate. */
export const framesOfLine = ({ samples, sampleRate }: Pick<SpokenLine, "samples" | "sampleRate">) =>
  Math.ceil((samples.length * EPISODE_RATE) / sampleRate);

/** Length of a line in frames, including the pause after it. */
export function slotOf({ lines }: Pick<Episode, "lines">, at: number): number {
  const next = lines[at + 1];
  const rest = next?.isChapter ? PACE.chapter : PACE.rest;
  return framesOfLine(lines[at]!) + Math.round(rest * EPISODE_RATE);
}

/** Time ranges of the lines. */
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
