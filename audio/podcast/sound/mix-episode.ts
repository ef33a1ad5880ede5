import { createBlock, joinBlocks } from "../../signal/blocks.ts";
import { decibelsToFactor } from "../../signal/decibel.ts";
import { createLimiter } from "../../signal/limiter.ts";
import { createLoudnessMeter } from "../../signal/loudness.ts";
import { createResampler } from "../../signal/resample.ts";
import { panGains } from "../../soundscape/kit/resonators.ts";
import { createMusicBed } from "./music-bed.ts";
import {
  type Episode,
  type SpokenLine,
  EPISODE_LUFS,
  EPISODE_RATE,
  framesOfLine,
  introOf,
  outroFrames,
  slotOf,
} from "./episode.ts";

const FORMAT = { sampleRate: EPISODE_RATE, channels: 2 } as const;
/** dBTP */
const CEILING = -1.5;
/** Pan positions of the hosts, −1 to 1. */
const PANS = [-0.14, 0.14] as const;
/** Crossfade in seconds to the music of the next line, before it is spoken. */
const CHANGE = 0.3;
/** Levels of the music: alone, and under speech, which is then about 20 LU louder. */
const LEVELS = {
  warm: { alone: decibelsToFactor(1), under: decibelsToFactor(-17) },
  bright: { alone: decibelsToFactor(-3), under: decibelsToFactor(-20) },
} as const;
type Level = (typeof LEVELS)[keyof typeof LEVELS];
/** Ramps of the ducking in seconds. */
const DUCK = { down: 0.35, up: 0.7 } as const;

/** A panned voice, normalized to the loudness of podcasts; depends only on the line. */
function voiceOf(line: SpokenLine): Float32Array[] {
  const frames = framesOfLine(line);
  const resampler = createResampler(line.sampleRate, EPISODE_RATE, 1);
  const parts = [resampler.process([line.samples]), resampler.finish()];
  const mono = new Float32Array(frames);
  mono.set(
    joinBlocks(
      parts.map((part) => part && part.map((one) => one.slice())),
      1,
    )[0]!.subarray(0, frames),
  );
  const sides = panGains(PANS[line.host]).map((factor) => mono.map((one) => one * factor));
  const meter = createLoudnessMeter(FORMAT, { peaks: false });
  meter.push(sides);
  const { integrated, momentary } = meter.measure();
  const loudness = Number.isFinite(integrated) ? integrated : momentary;
  // Lines too short to measure are not normalized.
  const gain = Number.isFinite(loudness) ? decibelsToFactor(EPISODE_LUFS - loudness) : 1;
  const limiter = createLimiter(FORMAT, { ceiling: CEILING, gain });
  return joinBlocks(
    [limiter.process(sides), limiter.finish()].map(
      (part) => part && part.map((one) => one.slice()),
    ),
    2,
  );
}

/** Music gain around a line, with ducking before and after the voice. */
function musicGainAt(time: number, speech: number, { alone, under: low }: Level): number {
  const down = Math.min(1, Math.max(0, (time + DUCK.down) / DUCK.down));
  const up = Math.min(1, Math.max(0, (time - speech) / DUCK.up));
  const under = down * (1 - up);
  const smooth = under * under * (3 - 2 * under);
  return alone * (low / alone) ** smooth;
}

/** Music of a section, from its fade-in during the previous one to its end. */
interface MusicSection {
  readonly block: Float32Array[];
}
function musicOf(
  { music }: Episode,
  index: number,
  {
    frames,
    lead,
    speech,
    plucks,
  }: { frames: number; lead: number; speech: number; plucks: number },
): MusicSection {
  const block = createBlock(2, lead + frames);
  if (music === "none") return { block };
  createMusicBed(music, index).read(block[0]!, block[1]!, plucks);
  const change = Math.round(CHANGE * EPISODE_RATE);
  const whole = lead + frames;
  for (let i = 0; i < whole; i++) {
    const come = lead > 0 ? Math.min(1, i / lead) : 1;
    const go = Math.min(1, (whole - i) / change);
    const factor =
      Math.sin((Math.PI / 2) * come) *
      Math.sin((Math.PI / 2) * go) *
      musicGainAt((i - lead) / EPISODE_RATE, speech, LEVELS[music]);
    for (const samples of block) samples[i] = samples[i]! * factor;
  }
  return { block };
}

/**
 * An episode in blocks: one per line including the pause after it, and for the music around them. A
 * block depends only on its line and, for the music at its end, on the next index: when one line is
 * synthesized again, all other blocks are identical.
 */
export function* mixEpisode(episode: Episode): Generator<Float32Array[], void, undefined> {
  const { lines } = episode;
  const lead = Math.round(CHANGE * EPISODE_RATE);
  /** Music of the next section, which starts in this one. */
  const stretchOf = (index: number): MusicSection => {
    if (index >= lines.length) {
      const frames = outroFrames(episode);
      return fadedOut(musicOf(episode, index, { frames, lead, speech: -DUCK.up, plucks: 1 }));
    }
    const line = lines[index]!;
    const speech = framesOfLine(line) / EPISODE_RATE;
    return musicOf(episode, index, { frames: slotOf(episode, index), lead, speech, plucks: 0.5 });
  };
  const intro = Math.round(introOf(episode) * EPISODE_RATE);
  let block = fadedIn(
    musicOf(episode, -1, { frames: intro, lead: 0, speech: -DUCK.up, plucks: 1 }),
  ).block;
  for (let index = 0; index <= lines.length; index++) {
    const next = stretchOf(index).block;
    const frames = block[0]!.length;
    for (const [side, samples] of block.entries())
      for (let i = 0; i < lead && i < frames; i++)
        samples[frames - lead + i] = samples[frames - lead + i]! + next[side]![i]!;
    yield block;
    block = next.map((samples) => samples.slice(lead));
    if (index === lines.length) break;
    for (const [side, samples] of voiceOf(lines[index]!).entries())
      for (let i = 0; i < samples.length; i++) block[side]![i] = block[side]![i]! + samples[i]!;
  }
  yield block;
}

/** Fade-in of the first music and fade-out of the last one in seconds. */
const EDGES = { first: 1.2, last: 4 } as const;
function fadedIn(stretch: MusicSection): MusicSection {
  const frames = EDGES.first * EPISODE_RATE;
  for (const samples of stretch.block)
    for (let i = 0; i < frames && i < samples.length; i++)
      samples[i] = samples[i]! * (i / frames) ** 2;
  return stretch;
}
function fadedOut(stretch: MusicSection): MusicSection {
  const frames = EDGES.last * EPISODE_RATE;
  for (const samples of stretch.block)
    for (let i = 1; i <= frames && i <= samples.length; i++)
      samples[samples.length - i] = samples[samples.length - i]! * ((i - 1) / frames) ** 1.5;
  return stretch;
}
