/** A stretch in which a speaker speaks; turns of several speakers may overlap. */
export interface SpeakerTurn {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** Number of the speaker, from 0 on. */
  readonly speaker: number;
}

/** Activity in a window of a recording. */
export interface WindowActivity {
  /** First frame, counted from the beginning of the recording. */
  readonly first: number;
  /** Bit set of the speakers of the recording for each frame. */
  readonly frames: Uint32Array;
}

/**
 * The speakers in each frame of a recording, from windows that overlap: as many as there are on
 * average, those that most windows agree on. Frames in the middle of a window count more than those
 * at its edges, where the network has less context.
 * @returns bit sets of the speakers
 */
export function combineWindows(windows: readonly WindowActivity[], speakers: number): Uint32Array {
  const length = windows.reduce(
    (end, { first, frames }) => Math.max(end, first + frames.length),
    0,
  );
  const votes = new Float32Array(length * speakers);
  const totals = new Float32Array(length);
  for (const { first, frames } of windows)
    for (const [at, set] of frames.entries()) {
      const weight = Math.min(at + 1, frames.length - at);
      totals[first + at]! += weight;
      for (let speaker = 0; speaker < speakers; speaker++)
        if (set & (1 << speaker)) votes[(first + at) * speakers + speaker]! += weight;
    }
  return Uint32Array.from({ length }, (_, at) => {
    const own = votes.subarray(at * speakers, (at + 1) * speakers);
    const count = Math.round(own.reduce((sum, vote) => sum + vote, 0) / Math.max(1, totals[at]!));
    return [...own.keys()]
      .filter((speaker) => own[speaker]! > 0)
      .sort((a, b) => own[b]! - own[a]!)
      .slice(0, count)
      .reduce((set, speaker) => set | (1 << speaker), 0);
  });
}

/** Longest pause within a turn, and shortest turn, in seconds. */
const MAX_PAUSE = 0.5;
const MIN_TURN = 0.2;

export interface FrameClock {
  /** Seconds from one frame to the next. */
  readonly hop: number;
  /** Middle of the first frame, in seconds. */
  readonly start: number;
  /** Length of the recording in seconds. */
  readonly end: number;
}

/** The turns of each speaker in order of their beginnings; short pauses belong to them. */
export function turnsOf(
  frames: Uint32Array,
  speakers: number,
  { hop, start, end }: FrameClock,
): SpeakerTurn[] {
  const edgeBefore = (frame: number): number =>
    frame === 0 ? 0 : Math.min(end, start + (frame - 0.5) * hop);
  const turns: SpeakerTurn[] = [];
  for (let speaker = 0; speaker < speakers; speaker++) {
    const own: SpeakerTurn[] = [];
    for (let at = 0; at < frames.length; at++) {
      if (!(frames[at]! & (1 << speaker))) continue;
      const first = at;
      while (at < frames.length && frames[at]! & (1 << speaker)) at++;
      const from = edgeBefore(first);
      const to = at === frames.length ? end : edgeBefore(at);
      const last = own.at(-1);
      if (last && from - last.to <= MAX_PAUSE) own[own.length - 1] = { ...last, to };
      else own.push({ from, to, speaker });
    }
    turns.push(...own.filter(({ from, to }) => to - from >= MIN_TURN));
  }
  return turns.sort((a, b) => a.from - b.from || a.speaker - b.speaker);
}
