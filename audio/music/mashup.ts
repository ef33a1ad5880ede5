import { crossfade } from "../edit/crossfade.ts";
import {
  addTrack,
  changeTrack,
  type Clip,
  createEdit,
  type Edit,
  type Fade,
} from "../edit/edit.ts";

/** A range of bars of a song on the timeline. */
export interface MashupBlock {
  /** First bar on the timeline. */
  readonly at: number;
  /** First bar of the song. */
  readonly from: number;
  readonly bars: number;
}

/** A song, or a part of it, on the timeline. */
export interface MashupPart {
  /** Source id in the edit. */
  readonly source: string;
  readonly name: string;
  /** Whether the other parts are ducked under it. */
  readonly isLead: boolean;
  /** dB */
  readonly gain: number;
  readonly muted: boolean;
  /** Length of its sound in bars. */
  readonly bars: number;
  /** Ordered by position; not overlapping. */
  readonly blocks: readonly MashupBlock[];
}

export interface Mashup {
  /** Beats per minute. */
  readonly bpm: number;
  readonly beatsPerBar: number;
  readonly parts: readonly MashupPart[];
  /** Ducking under a lead in dB (≤ 0). */
  readonly ducking: number;
  /** Crossfade between blocks in beats. */
  readonly crossfade: number;
}

/** Fade in seconds at the free ends of blocks, which prevents clicks. */
const FADE_SECONDS = 0.01;
/** Ramps of the ducking in seconds. */
const DUCK_SECONDS = 0.15;

export const secondsOfBar = ({ bpm, beatsPerBar }: Pick<Mashup, "bpm" | "beatsPerBar">): number =>
  (60 / bpm) * beatsPerBar;

/** Bars up to the end of the last block. */
export const lengthInBars = ({ parts }: Pick<Mashup, "parts">): number =>
  Math.max(0, ...parts.flatMap(({ blocks }) => blocks.map(({ at, bars }) => at + bars)));

/** Changes one part. */
export const changePart = (
  mashup: Mashup,
  part: number,
  change: Partial<Omit<MashupPart, "blocks">> & Pick<Partial<MashupPart>, "blocks">,
): Mashup => ({
  ...mashup,
  parts: mashup.parts.map((one, i) => (i === part ? { ...one, ...change } : one)),
});

/** Inserts a block; covered ranges of other blocks are removed. */
function insertBlock(blocks: readonly MashupBlock[], block: MashupBlock): readonly MashupBlock[] {
  const end = block.at + block.bars;
  const left = blocks.flatMap((one): MashupBlock[] => {
    const last = one.at + one.bars;
    return [
      { ...one, bars: Math.min(last, block.at) - one.at },
      {
        at: Math.max(one.at, end),
        from: one.from + Math.max(0, end - one.at),
        bars: last - Math.max(one.at, end),
      },
    ].filter(({ bars }) => bars > 0);
  });
  return [...left, block].toSorted((a, b) => a.at - b.at);
}

/** Moves a block to a bar of the timeline. */
export function moveBlock(mashup: Mashup, part: number, block: number, at: number): Mashup {
  const { blocks } = mashup.parts[part]!;
  const moved = { ...blocks[block]!, at: Math.max(0, at) };
  return changePart(mashup, part, {
    blocks: insertBlock(
      blocks.filter((_, i) => i !== block),
      moved,
    ),
  });
}

/** Splits a block. @param at bar of the timeline, within it */
export function splitBlock(mashup: Mashup, part: number, at: number): Mashup {
  const { blocks } = mashup.parts[part]!;
  return changePart(mashup, part, {
    blocks: blocks.flatMap((one) => {
      const bars = at - one.at;
      if (bars <= 0 || bars >= one.bars) return [one];
      return [
        { ...one, bars },
        { at, from: one.from + bars, bars: one.bars - bars },
      ];
    }),
  });
}

/** Inserts a copy of a block directly after it. */
export function repeatBlock(mashup: Mashup, part: number, block: number): Mashup {
  const { blocks } = mashup.parts[part]!;
  const one = blocks[block]!;
  return changePart(mashup, part, {
    blocks: insertBlock(blocks, { ...one, at: one.at + one.bars }),
  });
}

export const removeBlock = (mashup: Mashup, part: number, block: number): Mashup =>
  changePart(mashup, part, { blocks: mashup.parts[part]!.blocks.filter((_, i) => i !== block) });

/**
 * Number of bars by which the ends of a block can be moved, limited by its song and its neighbors.
 */
export function trimLimits(
  { parts }: Pick<Mashup, "parts">,
  part: number,
  block: number,
): Readonly<Record<"start" | "end", readonly [least: number, most: number]>> {
  const { bars: all, blocks } = parts[part]!;
  const { at, from, bars } = blocks[block]!;
  const before = blocks[block - 1];
  const free = at - (before ? before.at + before.bars : 0);
  const next = blocks[block + 1]?.at ?? Infinity;
  return {
    start: [-Math.min(from, free), bars - 1],
    end: [1 - bars, Math.min(all - from - bars, next - at - bars)],
  };
}

/** Moves one end of a block, within its limits. @param by bars, positive is later */
export function trimBlock(
  mashup: Mashup,
  { part, block }: { readonly part: number; readonly block: number },
  end: "start" | "end",
  by: number,
): Mashup {
  const [min, max] = trimLimits(mashup, part, block)[end];
  const moved = Math.max(min, Math.min(max, by));
  return changePart(mashup, part, {
    blocks: mashup.parts[part]!.blocks.map((one, i) =>
      i === block ? trimmed(one, end, moved) : one,
    ),
  });
}

/** A block with one end moved. @param by bars, positive is later */
export const trimmed = (
  { at, from, bars }: MashupBlock,
  end: "start" | "end",
  by: number,
): MashupBlock =>
  end === "start"
    ? { at: at + by, from: from + by, bars: bars - by }
    : { at, from, bars: bars + by };

/** Ranges of the timeline, in bars, in which a lead plays. */
function leadRanges({ parts }: Mashup): (readonly [number, number])[] {
  return parts
    .filter(({ isLead, muted }) => isLead && !muted)
    .flatMap(({ blocks }) => blocks.map(({ at, bars }) => [at, at + bars] as const));
}

/** Splits a block into segments of constant level, as bars of the timeline. */
function splitByLevel(block: MashupBlock, leads: readonly (readonly [number, number])[]) {
  const [start, end] = [block.at, block.at + block.bars];
  const edges = leads.flat().filter((bar) => bar > start && bar < end);
  const all = [...new Set([start, ...edges, end])].toSorted((a, b) => a - b);
  const segments: { from: number; to: number; isUnder: boolean }[] = [];
  for (const [i, to] of all.slice(1).entries()) {
    const from = all[i]!;
    const isUnder = leads.some(([first, last]) => first <= from && to <= last);
    const before = segments.at(-1);
    if (before?.isUnder === isUnder) before.to = to;
    else segments.push({ from, to, isUnder });
  }
  return segments;
}

const linear = (silentAt: number, fullAt: number): Fade => ({ curve: "linear", silentAt, fullAt });

interface Shape {
  readonly sampleRate: number;
  /** Frames per bar, not rounded. */
  readonly bar: number;
  readonly leads: readonly (readonly [number, number])[];
  readonly ducking: number;
  /** Frames of a crossfade. */
  readonly over: number;
}

/** Transition between two blocks: after a pause, as a cut, or contiguous in the song. */
function transitionBetween(before: MashupBlock, after: MashupBlock): "apart" | "cuts" | "goesOn" {
  if (before.at + before.bars !== after.at) return "apart";
  return before.from + before.bars === after.from ? "goesOn" : "cuts";
}

/** Clips of a part. */
function clipsOf({ source, blocks, isLead, bars }: MashupPart, shape: Shape): readonly Clip[] {
  const { sampleRate, bar, leads, ducking, over } = shape;
  const isDucked = !isLead && ducking < 0 && leads.length > 0;
  const duck = Math.round(DUCK_SECONDS * sampleRate);
  const edge = Math.round(FADE_SECONDS * sampleRate);
  const totalFrames = Math.round(bars * bar);
  const clips = blocks.flatMap((block, at): Clip[] => {
    const shift = Math.round(block.from * bar) - Math.round(block.at * bar);
    const segments = isDucked
      ? splitByLevel(block, leads)
      : [{ from: block.at, to: block.at + block.bars, isUnder: false }];
    const [last, next] = [blocks[at - 1], blocks[at + 1]];
    const before = last ? transitionBetween(last, block) : "apart";
    const after = next ? transitionBetween(block, next) : "apart";
    const fades = { apart: edge, cuts: over > 0 ? 0 : edge, goesOn: 0 } as const;
    return segments.map(({ from, to, isUnder }, i): Clip => {
      const [isFirst, isLast] = [i === 0, i === segments.length - 1];
      const startFrame = Math.round(from * bar);
      const start = startFrame + shift;
      // Extends under the next clip up to the end of the source.
      const tail = isLast ? (after === "cuts" ? over : 0) : duck;
      const end = Math.min(totalFrames, Math.round(to * bar) + shift + tail);
      const lead = isFirst ? fades[before] : duck;
      const out = isLast ? fades[after] : duck;
      const own = [
        ...(lead > 0 ? [linear(start, start + lead)] : []),
        ...(out > 0 ? [linear(end - 1, end - 1 - out)] : []),
      ];
      return { at: startFrame, source, start, end, fades: own, ...(isUnder && { gain: ducking }) };
    });
  });
  return crossfade(clips.filter(({ start, end }) => end > start));
}

/** Converts a mashup to an edit with one track per part, for playback and export. */
export function editOfMashup(mashup: Mashup, sampleRate: number): Edit {
  const bar = secondsOfBar(mashup) * sampleRate;
  const shape: Shape = {
    sampleRate,
    bar,
    leads: leadRanges(mashup),
    ducking: mashup.ducking,
    over: Math.round(mashup.crossfade * (60 / mashup.bpm) * sampleRate),
  };
  let edit = createEdit(sampleRate, 2);
  for (const part of mashup.parts) {
    edit = addTrack(edit, part.name);
    const { id } = edit.tracks.at(-1)!;
    edit = changeTrack(edit, id, { gain: part.gain, muted: part.muted });
    edit = {
      ...edit,
      tracks: edit.tracks.map((track) =>
        track.id === id ? { ...track, clips: clipsOf(part, shape) } : track,
      ),
    };
  }
  return edit;
}
