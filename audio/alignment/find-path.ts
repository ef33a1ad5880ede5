/** A left-to-right sequence of states. */
export interface PathStates {
  readonly count: number;
  /** Whether a state may be skipped. */
  readonly optional: Uint8Array;
  /** Cost of entering a state. */
  readonly entry: Float32Array;
}

/**
 * The path of minimum cost through states, frame by frame: each frame stays in the state of the
 * previous frame, advances to the next one, or skips one `optional` state (Sakoe & Chiba 1978, with
 * the transitions of a left-to-right model). The path starts in one of the first two states and
 * ends in one of the last two.
 * @param costOf writes the costs of frame `frame` in states `[from, to)` to `out`, starting at
 *   index 0
 * @param onFrame called after each frame
 * @param band range of states that are searched in a frame, end exclusive; neither bound ever
 *   decreases
 * @returns the state of each frame, and the total cost
 */
export function findPath(
  frames: number,
  { count, optional, entry }: PathStates,
  {
    costOf,
    band,
    onFrame,
  }: {
    readonly costOf: (frame: number, from: number, to: number, out: Float32Array) => void;
    readonly band: (frame: number) => readonly [from: number, to: number];
    readonly onFrame: (frame: number) => void;
  },
): { readonly path: Uint32Array<ArrayBuffer>; readonly cost: number } {
  const starts = new Uint32Array(frames + 1);
  const firsts = new Uint32Array(frames);
  for (let t = 0; t < frames; t++) {
    const [from, to] = band(t);
    firsts[t] = from;
    starts[t + 1] = starts[t]! + (to - from);
  }
  const steps = new Uint8Array(starts[frames]!);
  let last = new Float32Array(count).fill(Infinity);
  let now = new Float32Array(count).fill(Infinity);
  const costs = new Float32Array(count);
  for (let t = 0; t < frames; t++) {
    const from = firsts[t]!;
    const to = from + starts[t + 1]! - starts[t]!;
    costOf(t, from, to, costs);
    const [before, until] =
      t > 0 ? [firsts[t - 1]!, firsts[t - 1]! + starts[t]! - starts[t - 1]!] : [0, 0];
    for (let s = from; s < to; s++) {
      let best = s >= before && s < until ? last[s]! : Infinity;
      let step = 0;
      const into = entry[s]!;
      if (s > before && s - 1 < until && last[s - 1]! + into < best) {
        best = last[s - 1]! + into;
        step = 1;
      }
      if (s > before + 1 && s - 2 < until && optional[s - 1] && last[s - 2]! + into < best) {
        best = last[s - 2]! + into;
        step = 2;
      }
      if (t === 0) best = s === 0 || (s === 1 && optional[0]) ? 0 : Infinity;
      now[s] = best + costs[s - from]!;
      steps[starts[t]! + s - from] = step;
    }
    [last, now] = [now, last];
    onFrame(t);
  }
  const path = new Uint32Array(frames);
  const [from, to] = [
    firsts[frames - 1]!,
    firsts[frames - 1]! + starts[frames]! - starts[frames - 1]!,
  ];
  let state = to - 1;
  if (
    optional[count - 1] &&
    state === count - 1 &&
    state - 1 >= from &&
    last[state - 1]! < last[state]!
  )
    state--;
  const cost = last[state]!;
  for (let t = frames - 1; t >= 0; t--) {
    path[t] = state;
    state -= steps[starts[t]! + state - firsts[t]!]!;
  }
  return { path, cost };
}
