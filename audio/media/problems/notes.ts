import type { Block, Format } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { isFinitePeak } from "../../signal/finite.ts";
import { factorToDecibels } from "../../signal/decibel.ts";
import { peakOf } from "../../signal/sample-kernel.ts";

/**
 * Notes about a result. `cutOff`: shorter than the file declares; `holes`: damaged parts were
 * replaced by silence; `softer`: the requested loudness was not reached; `mixedDown`: fewer
 * channels than the file; `short`: very short; `clipped`: clipping in the input; `notNumbers`:
 * samples were not finite; `tooQuiet`: too quiet for loudness normalization; `overload`: peaks
 * above full scale were clipped in the output.
 */
export type Note =
  | "cutOff"
  | "holes"
  | "softer"
  | "mixedDown"
  | "short"
  | "clipped"
  | "notNumbers"
  | "tooQuiet"
  | "overload";

/** Seconds, and fraction of the length, that may be missing at the end, because codecs round. */
const SLACK = 0.1;
const SHARE = 0.01;
/** Seconds below which hardly anything is audible. */
const SHORT = 0.05;
/**
 * Full scale in 16-bit files and encoders, and the number of consecutive samples at it that count
 * as clipping.
 */
const FULL = 0.999;
const OVER = 1.001;
const RUN = 3;
/** Minimum fraction of clipped samples. */
const CLIPPED = 0.001;

/** A file that was read to its end: see `AudioSource`. */
interface ReadSource {
  readonly duration: number;
  readonly declaredDuration?: number;
  readonly isCut?: () => boolean;
  readonly hasHoles?: () => boolean;
}

/** LU below the target that count as not reached. */
const MISSED_LU = 0.5;

/** Target (LUFS) at or below which a result may be too quiet to measure, like the target itself. */
const QUIET_TARGET = -65;

/**
 * Notes about the loudness of a result.
 * @param target LUFS; null if there was none
 * @param became LUFS; −Infinity if it is too quiet to measure, NaN if it was not measured
 */
export function loudnessNotes(target: number | null, became: number): readonly Note[] {
  if (target === null) return [];
  if (became === -Infinity) return target > QUIET_TARGET ? ["tooQuiet"] : [];
  return became < target - MISSED_LU ? ["softer"] : [];
}

/** Checks a sound while it is processed. */
export function createSoundCheck({ sampleRate }: Format) {
  let frames = 0;
  let samples = 0;
  let clipped = 0;
  let finite = true;
  const look = (plane: Float32Array): void => {
    const peak = peakOf(plane);
    if (!isFinitePeak(peak)) finite = false;
    // A NaN peak hides the other samples.
    if (!(peak < FULL)) clipped += runsOf(plane);
  };
  return {
    push(block: Block): void {
      frames += framesOf(block);
      samples += framesOf(block) * block.length;
      for (const plane of block) look(plane);
    },
    /** @param file the input file; missing if only a part of it was read */
    notes(file?: ReadSource): readonly Note[] {
      const declared = file?.declaredDuration ?? file?.duration ?? 0;
      const seconds = frames / sampleRate;
      const found: Note[] = [];
      if (file?.isCut?.() || declared - seconds > Math.max(SLACK, SHARE * declared))
        found.push("cutOff");
      if (file?.hasHoles?.()) found.push("holes");
      if (seconds < SHORT) found.push("short");
      if (clipped > CLIPPED * samples) found.push("clipped");
      if (!finite) found.push("notNumbers");
      return found;
    },
  };
}

/** Names of lossless codecs, see `AudioSource`. */
export const LOSSLESS = /^(pcm|flac|alac|wavpack|ape|tta)/i;

/**
 * Peaks in dBFS above which clipping is audible: lossy codecs slightly exceed full scale in every
 * loud passage.
 */
const OVERLOAD = { lossless: 0.05, lossy: 1 };

/** Clipping of a result. */
export interface Overload {
  readonly notes: readonly Note[];
  /** Highest sample in dBFS before it was clipped; missing if none was. */
  readonly clippedPeak?: number;
}

/**
 * Checks a sound while it is written. Of all formats, only float WAV can store samples above full
 * scale. @param output a `ResultFormat`
 */
export function createOverloadCheck(output: string) {
  let highest = 0;
  return {
    push(block: Block): void {
      for (const plane of block) highest = Math.max(highest, peakOf(plane));
    },
    /** @param codec of the input, whose own peaks may exceed full scale */
    found(codec: string | null): Overload {
      const peak = factorToDecibels(highest);
      const isOver = peak > OVERLOAD[LOSSLESS.test(codec ?? "") ? "lossless" : "lossy"];
      return isOver && output !== "wav32f"
        ? { notes: ["overload"], clippedPeak: peak }
        : { notes: [] };
    },
  };
}

/** dB of headroom below full scale for encoders and rounding when a result is lowered to fit. */
const FIT_MARGIN = 0.1;

/**
 * dB by which a sound must be lowered so that its true peak stays below full scale. @param truePeak
 * dBTP
 */
export const reductionToFit = (truePeak: number): number => Math.max(0, truePeak + FIT_MARGIN);

/** Samples at full scale that are next to others of the same sign. */
function runsOf(plane: Float32Array): number {
  let count = 0;
  let run = 0;
  let sign = 0;
  for (let at = 0; at < plane.length; at++) {
    const value = plane[at]!;
    const height = Math.abs(value);
    const isFull = height >= FULL && height <= OVER;
    const own = Math.sign(value);
    run = isFull ? (own === sign ? run + 1 : 1) : 0;
    sign = own;
    if (run === RUN) count += RUN;
    else if (run > RUN) count++;
  }
  return count;
}
