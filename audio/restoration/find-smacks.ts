import type { FrameRange } from "./ranges.ts";

/** Of what is heard of the error of a prediction. */
const BIN_SECONDS = 0.00025;
/** s in which nothing comes near a smack before its first release and behind its last: else it is a voice. */
const QUIET_SECONDS = 0.022;
/** s from the loudest release to the first and last. */
const SPAN_SECONDS = 0.045;
/** A release is shorter (s): plosives hiss for longer. */
const LONGEST_SECONDS = 0.007;
/** s between two releases. */
const APART_SECONDS = 0.001;
const MOST_RELEASES = 3;
/** Part of the peak under which all is that comes near: of what one click may have, as several are more easily a voice. */
const PEERS = 1 / 1.3;
/** Times the power of what is around them. */
const OVER_AROUND = 1.25;
/** Under the peak, a release ends at this part of it. */
const SLOPE = 0.08;

/** Where a prediction fails, bin by bin; rows grow at their ends and are shortened at their beginnings. */
interface History {
  /** Largest error */
  level: number[];
  /** Its median nearby */
  usual: number[];
  /** Of the sound itself */
  power: number[];
}

interface SmackFinder {
  /** Errors of a prediction from a frame to another, and what was predicted. */
  push(
    part: { readonly error: Float64Array; readonly samples: Float32Array; readonly usual: number },
    from: number,
    to: number,
  ): void;
  finish(): readonly FrameRange[];
}

/**
 * Looks for smacks of lips and tongue: up to three releases in a row, which alone would keep each other
 * from being clicks.
 *
 * @param sensitivity 0 to 1
 */
export function createSmackFinder(sensitivity: number, sampleRate: number): SmackFinder {
  const width = Math.max(1, Math.round(BIN_SECONDS * sampleRate));
  const binsOf = (seconds: number): number => Math.round((seconds * sampleRate) / width);
  const quiet = binsOf(QUIET_SECONDS);
  const span = binsOf(SPAN_SECONDS);
  const longest = binsOf(LONGEST_SECONDS);
  const apart = binsOf(APART_SECONDS);
  const overUsual = 7.7 - 4.2 * sensitivity;
  const overPeers = 4.2 - 2.4 * sensitivity;
  const around = span + quiet + longest;
  const history: History = { level: [], usual: [], power: [] };
  const found: FrameRange[] = [];
  /** Bins that history no longer has */
  let gone = 0;
  /** Bins of history that were looked at */
  let seen = 0;
  let rest = 0;
  let most = 0;
  let power = 0;

  /** The last bin in a direction that is as loud, with no long quiet on the way; null: it goes on. */
  const reach = (at: number, least: number, by: 1 | -1): number | null => {
    let last = at;
    for (let i = at; i in history.level && Math.abs(i - last) <= quiet; i += by) {
      if (history.level[i]! <= least) continue;
      last = i;
      if (Math.abs(last - at) > span) return null;
    }
    return last;
  };
  /** Bins of each release, the last included. */
  const releasesIn = (from: number, to: number, least: number): readonly [number, number][] => {
    const releases: [number, number][] = [];
    for (let i = from; i <= to; i++) {
      if (history.level[i]! <= least) continue;
      const last = releases.at(-1);
      if (last && i - last[1] <= apart) last[1] = i;
      else releases.push([i, i]);
    }
    return releases;
  };
  const widen = ([first, last]: readonly [number, number], floor: number): [number, number] => {
    let [from, to] = [first, last];
    while (history.level[from - 1]! > floor && first - from < longest) from--;
    while (history.level[to + 1]! > floor && to - last < longest) to++;
    return [from, to];
  };
  const levelOf = (from: number, to: number): number =>
    history.level.slice(Math.max(0, from), Math.max(0, to)).reduce((a, b) => Math.max(a, b), 0);
  const powerOf = (from: number, to: number): number => {
    const part = history.power.slice(Math.max(0, from), Math.max(0, to));
    return part.reduce((sum, one) => sum + one, 0) / Math.max(1, part.length);
  };

  const look = (at: number): void => {
    const peak = history.level[at]!;
    const usual = history.usual[at]!;
    if (peak < usual * overUsual || peak < 2e-5) return;
    for (let i = Math.max(0, at - span); i < at; i++) if (history.level[i]! >= peak) return;
    for (let i = at + 1; i < at + span; i++) if (history.level[i]! > peak) return;
    const least = peak / overPeers;
    const from = reach(at, least, -1);
    const to = reach(at, least, 1);
    if (from === null || to === null || to - from > span) return;
    const releases = releasesIn(from, to, least);
    if (releases.length > MOST_RELEASES) return;
    const wide = releases.map((one) => widen(one, Math.max(SLOPE * peak, 1.6 * usual)));
    if (wide.some(([first, last]) => last - first > longest)) return;
    const sides = [
      [from - quiet, from - 2 * apart],
      [to + 2 * apart, to + quiet],
    ] as const;
    if (sides.some(([start, end]) => levelOf(start, end) > PEERS * least)) return;
    const others = Math.max(...sides.map(([start, end]) => powerOf(start, end)));
    const loudest = Math.max(...releases.map(([first, last]) => powerOf(first, last + 1)));
    if (loudest < OVER_AROUND * others) return;
    for (const [first, last] of wide)
      found.push({ start: (gone + first) * width, end: (gone + last + 1) * width });
  };
  const lookUpTo = (end: number): void => {
    for (; seen < end; seen++) look(seen);
    const old = seen - around;
    if (old < 4 * around) return;
    for (const row of [history.level, history.usual, history.power]) row.splice(0, old);
    gone += old;
    seen -= old;
  };

  return {
    push({ error, samples, usual }, from, to) {
      for (let i = from; i < to; i++) {
        most = Math.max(most, error[i]!);
        power += samples[i]! ** 2;
        if (++rest < width) continue;
        history.level.push(most);
        history.usual.push(usual);
        history.power.push(power);
        [rest, most, power] = [0, 0, 0];
      }
      lookUpTo(history.level.length - around);
    },
    finish() {
      lookUpTo(history.level.length);
      return found;
    },
  };
}
