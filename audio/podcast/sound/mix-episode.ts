import { createBlock, joinBlocks } from "../../signal/blocks.ts";
import { decibelsToFactor } from "../../signal/decibel.ts";
import { createLimiter } from "../../signal/limiter.ts";
import { createLoudnessMeter } from "../../signal/loudness.ts";
import { createResampler } from "../../signal/resample.ts";
import { panFactors } from "../../soundscape/kit/rings.ts";
import { createBed } from "./bed.ts";
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
/** Where the hosts sit, −1 to 1. */
const SEATS = [-0.14, 0.14] as const;
/** Seconds in which one line's music becomes that of the next, before that one is spoken. */
const CHANGE = 0.3;
/** Levels of the music: alone, and under speech, which is some 20 LU louder then. */
const LEVELS = {
  warm: { alone: decibelsToFactor(1), under: decibelsToFactor(-17) },
  bright: { alone: decibelsToFactor(-3), under: decibelsToFactor(-20) },
} as const;
type Level = (typeof LEVELS)[keyof typeof LEVELS];
/** Seconds in which it makes room, and comes back. */
const DUCK = { down: 0.35, up: 0.7 } as const;

/** A voice in its place, at the loudness of podcasts: what it is depends on the line alone. */
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
  const sides = panFactors(SEATS[line.host]).map((factor) => mono.map((one) => one * factor));
  const meter = createLoudnessMeter(FORMAT);
  meter.push(sides);
  const { integrated, momentary } = meter.measure();
  const loudness = Number.isFinite(integrated) ? integrated : momentary;
  // What is too short to have a loudness stays as it is.
  const gain = Number.isFinite(loudness) ? decibelsToFactor(EPISODE_LUFS - loudness) : 1;
  const limiter = createLimiter(FORMAT, { ceiling: CEILING, gain });
  return joinBlocks(
    [limiter.process(sides), limiter.finish()].map(
      (part) => part && part.map((one) => one.slice()),
    ),
    2,
  );
}

/** How loud the music is around a line: it makes room before the voice and comes back behind it. */
function duckAt(time: number, speech: number, { alone, under: low }: Level): number {
  const down = Math.min(1, Math.max(0, (time + DUCK.down) / DUCK.down));
  const up = Math.min(1, Math.max(0, (time - speech) / DUCK.up));
  const under = down * (1 - up);
  const smooth = under * under * (3 - 2 * under);
  return alone * (low / alone) ** smooth;
}

/** Music of a stretch, from its beginning in the one before to its end. */
interface Stretch {
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
): Stretch {
  const block = createBlock(2, lead + frames);
  if (music === "none") return { block };
  createBed(music, index).read(block[0]!, block[1]!, plucks);
  const change = Math.round(CHANGE * EPISODE_RATE);
  const whole = lead + frames;
  for (let i = 0; i < whole; i++) {
    const come = lead > 0 ? Math.min(1, i / lead) : 1;
    const go = Math.min(1, (whole - i) / change);
    const factor =
      Math.sin((Math.PI / 2) * come) *
      Math.sin((Math.PI / 2) * go) *
      duckAt((i - lead) / EPISODE_RATE, speech, LEVELS[music]);
    for (const samples of block) samples[i] = samples[i]! * factor;
  }
  return { block };
}

/**
 * An episode in blocks, one for each line with the rest behind it, and for the music around them. A
 * block depends on its line, and for the music at its end on the place of the next: when one line
 * is spoken again, all others are the same, sample by sample.
 */
export function* mixEpisode(episode: Episode): Generator<Float32Array[], void, undefined> {
  const { lines } = episode;
  const lead = Math.round(CHANGE * EPISODE_RATE);
  /** Music of the next stretch that begins in this one. */
  const stretchOf = (index: number): Stretch => {
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

/** Seconds in which the first music comes, and the last one goes. */
const EDGES = { first: 1.2, last: 4 } as const;
function fadedIn(stretch: Stretch): Stretch {
  const frames = EDGES.first * EPISODE_RATE;
  for (const samples of stretch.block)
    for (let i = 0; i < frames && i < samples.length; i++)
      samples[i] = samples[i]! * (i / frames) ** 2;
  return stretch;
}
function fadedOut(stretch: Stretch): Stretch {
  const frames = EDGES.last * EPISODE_RATE;
  for (const samples of stretch.block)
    for (let i = 1; i <= frames && i <= samples.length; i++)
      samples[samples.length - i] = samples[samples.length - i]! * ((i - 1) / frames) ** 1.5;
  return stretch;
}
