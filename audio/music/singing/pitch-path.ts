/** The pitch of 10 ms of a voice. */
export interface VoicePitch {
  /** 0 if it is unvoiced. */
  readonly hertz: number;
  /** Periodicity, 0 to 1. */
  readonly confidence: number;
  /** Mean power of the sound. */
  readonly power: number;
}

/** Possible pitches of a frame. */
export interface PitchCandidate {
  readonly hertz: number;
  /** What a repetition by its period leaves unexplained, 0 to 1. */
  readonly aperiodicity: number;
}

/** Frames by which the path lags behind, so that a frame is chosen in view of those that follow. */
const PATH_LATENCY = 8;
/** Cost of an unvoiced frame: a candidate above this aperiodicity is hardly chosen. */
const UNVOICED_COST = 0.42;
/** Cost of a beginning or an end of voicing, of a move by an octave, and the maximum of a move. */
const VOICING_COST = 0.14;
const OCTAVE_COST = 1.5;
const MAX_MOVE_COST = 0.6;
/**
 * Cost of each octave down from the top of the range. All multiples of the period repeat as well,
 * and noise decides which of them does so best.
 */
const LOW_COST = 0.06;
const TOP_HERTZ = 1050;

interface Step {
  readonly hertz: readonly number[];
  readonly confidence: readonly number[];
  readonly power: number;
  /** Index of the state of the previous frame that leads to each state. */
  readonly from: readonly number[];
}

/** Cost of a candidate by itself. */
export const costOf = ({ hertz, aperiodicity }: PitchCandidate): number =>
  aperiodicity + LOW_COST * Math.log2(TOP_HERTZ / hertz);

function moveCost(from: number, to: number): number {
  if (from === 0 || to === 0) return from === to ? 0 : VOICING_COST;
  return Math.min(MAX_MOVE_COST, OCTAVE_COST * Math.abs(Math.log2(to / from)));
}

/**
 * The path of the lowest cost through the candidates of consecutive frames, with a fixed latency
 * (Viterbi; cf. pYIN, Mauch and Dixon 2014).
 */
export function createPitchPath(onPitch: (pitch: VoicePitch) => void) {
  let steps: Step[] = [];
  let costs: readonly number[] = [0];

  /** The pitch of the oldest step. */
  function oldest(): VoicePitch {
    let state = costs.indexOf(Math.min(...costs));
    for (let at = steps.length - 1; at > 0; at--) state = steps[at]!.from[state]!;
    const { hertz, confidence, power } = steps[0]!;
    return { hertz: hertz[state]!, confidence: confidence[state]!, power };
  }
  function emitOldest(): void {
    onPitch(oldest());
    steps = steps.slice(1);
  }
  return {
    push(candidates: readonly PitchCandidate[], power: number): void {
      const before = steps.at(-1)?.hertz ?? [0];
      const hertz = [0, ...candidates.map((one) => one.hertz)];
      const best = Math.min(1, ...candidates.map((one) => one.aperiodicity));
      const own = [UNVOICED_COST, ...candidates.map(costOf)];
      const from: number[] = [];
      const next = hertz.map((to, state) => {
        let lowest = Infinity;
        for (const [index, pitch] of before.entries()) {
          const cost = costs[index]! + moveCost(pitch, to);
          if (cost >= lowest) continue;
          lowest = cost;
          from[state] = index;
        }
        return lowest + own[state]!;
      });
      // Only differences matter, so the sums stay bounded.
      const minimum = Math.min(...next);
      costs = next.map((cost) => cost - minimum);
      const confidence = [1 - best, ...candidates.map((one) => 1 - one.aperiodicity)];
      steps.push({ hertz, confidence, power, from });
      if (steps.length > PATH_LATENCY) emitOldest();
    },
    finish(): void {
      while (steps.length > 0) emitOldest();
    },
  };
}
