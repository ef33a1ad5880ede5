import { type BreathFrames, FRAME_SECONDS } from "./breath-frames.ts";

/** An unvoiced range of frames that may be a breath; the end is exclusive. */
export interface BreathCandidate {
  readonly first: number;
  readonly end: number;
  /** Features that distinguish breaths from fricatives, clamped. */
  readonly features: readonly number[];
}

const SHORTEST_FRAMES = 9;
const LONGEST_FRAMES = 130;
/** Spectral tilt in dB below which a range is an s. */
const MIN_TILT_DB = -4;
/** Non-matching frames that do not end a range. */
const MAX_BRIDGED_FRAMES = 3;
/**
 * Minimum distance from the end of a breath to the next voiced frame: fricatives lead into voice
 * directly.
 */
const MIN_FRAMES_TO_VOICE = 3;
/** Frames around a range in which a dip in level is searched for. */
const DIP_SEARCH_FRAMES = 10;

/** Moving average over `reach` frames on both sides. */
function smooth(values: Float32Array, reach: number): Float32Array {
  const last = values.length - 1;
  return values.map((_, i) => {
    let sum = 0;
    for (let k = i - reach; k <= i + reach; k++) sum += values[Math.min(last, Math.max(0, k))]!;
    return sum / (2 * reach + 1);
  });
}

/** Levels in dB: of loud speech, and the minimum of a candidate. */
export function levelsOf({ count, level }: BreathFrames) {
  const sorted = level.toSorted();
  const rank = (share: number) => sorted[Math.min(count - 1, Math.floor(share * count))] ?? 0;
  const speech = rank(0.85);
  const floor = Math.max(rank(0.02), speech - 65);
  return { speech, floor, lowest: Math.max(floor + 6, speech - 60) };
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Distance in frames from each frame to the loud voiced frames before and after it. */
function distancesToVoice(frames: BreathFrames, speech: number, alike: Float32Array) {
  const { count, level } = frames;
  const before = new Float32Array(count);
  const after = new Float32Array(count);
  const loud = (i: number) => frames.alike[i]! > 0.5 && alike[i]! > 0.4 && level[i]! > speech - 24;
  for (let i = 0, far = 200; i < count; i++) before[i] = far = loud(i) ? 0 : Math.min(200, far + 1);
  for (let i = count - 1, far = 200; i >= 0; i--)
    after[i] = far = loud(i) ? 0 : Math.min(200, far + 1);
  return { before, after };
}

/**
 * Unvoiced ranges that are softer than speech, louder than the background, and darker than an s.
 */
export function listBreathCandidates(frames: BreathFrames): BreathCandidate[] {
  const { count, level } = frames;
  const { speech, lowest } = levelsOf(frames);
  const alike = smooth(frames.alike, 1);
  const dark = smooth(frames.dark, 2);
  const { before, after } = distancesToVoice(frames, speech, alike);
  const may = (i: number) =>
    level[i]! > lowest &&
    level[i]! < speech - 12 &&
    dark[i]! > MIN_TILT_DB &&
    !(alike[i]! > 0.5 && level[i]! > speech - 32);
  const found: BreathCandidate[] = [];
  for (let i = 0; i < count; i++) {
    if (!may(i)) continue;
    const first = i;
    let end = i + 1;
    for (; i < count && i - end < MAX_BRIDGED_FRAMES; i++) if (may(i)) end = i + 1;
    const frameCount = end - first;
    if (frameCount < SHORTEST_FRAMES || frameCount > LONGEST_FRAMES) continue;
    if (after[end - 1]! <= MIN_FRAMES_TO_VOICE) continue;
    const pre = before[first]!;
    const post = after[end - 1]!;
    const features = describe(frames, { first, end, pre, post, speech, lowest });
    found.push({ first, end, features });
  }
  return found;
}

interface Range {
  readonly first: number;
  readonly end: number;
  readonly pre: number;
  readonly post: number;
  readonly speech: number;
  readonly lowest: number;
}

function describe(frames: BreathFrames, { first, end, pre, post, speech, lowest }: Range) {
  const length = end - first;
  const totals = { level: 0, square: 0, alike: 0, weight: 0, dark: 0, low: 0, most: -Infinity };
  for (let i = first; i < end; i++) {
    const level = frames.level[i]!;
    // The spectrum is weighted by level.
    const weight = 10 ** ((level - lowest) / 20);
    totals.level += level;
    totals.square += level * level;
    totals.alike += frames.alike[i]!;
    totals.weight += weight;
    totals.dark += weight * frames.dark[i]!;
    totals.low += weight * frames.low[i]!;
    totals.most = Math.max(totals.most, level);
  }
  const mean = totals.level / length;
  const spread = Math.sqrt(Math.max(0, totals.square / length - mean * mean));
  const softest = (from: number, to: number) => {
    let minimum = Infinity;
    for (let i = Math.max(0, from); i < Math.min(frames.count, to); i++)
      minimum = Math.min(minimum, frames.level[i]!);
    return minimum === Infinity ? lowest : minimum;
  };
  const third = Math.max(1, Math.floor(length / 3));
  const meanOf = (from: number) =>
    frames.level.subarray(from, from + third).reduce((sum, x) => sum + x, 0) / third;
  const seconds = within(length * FRAME_SECONDS, 0.09, 0.6);
  const dark = within(totals.dark / totals.weight, -6, 25);
  const low = within(totals.low / totals.weight, -10, 25);
  const gap = within(post * FRAME_SECONDS, 0, 0.3);
  return [
    seconds,
    seconds * seconds,
    within(mean - speech, -60, -12),
    within(totals.most - speech, -60, -12),
    within(spread, 0, 14),
    dark,
    (dark * dark) / 10,
    low,
    (low * low) / 10,
    within(pre * FRAME_SECONDS, 0, 0.3),
    gap,
    gap * gap,
    within((pre + post + length) * FRAME_SECONDS, 0, 1),
    within(totals.alike / length, 0.25, 0.6),
    within(mean - softest(end, end + DIP_SEARCH_FRAMES), -10, 25),
    within(mean - softest(first - DIP_SEARCH_FRAMES, first), -10, 15),
    // A range that decays from its start is the end of a word.
    within(meanOf(first) - mean, -15, 15),
    within(meanOf(end - third) - mean, -15, 15),
  ];
}
