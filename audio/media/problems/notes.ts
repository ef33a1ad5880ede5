import type { Block, Format } from "../../effect.ts";
import { framesOf } from "../../signal/blocks.ts";
import { isFinitePeak } from "../../signal/finite.ts";
import { factorToDecibels } from "../../signal/decibel.ts";
import { peakOf } from "../../signal/sample-kernel.ts";

/**
 * What is said of a sound beside its result. `cutOff`: it is shorter than the file says; `holes`: parts of it
 * are damaged, and there is silence for them; `softer`: it did not become as loud as was asked for; `mixedDown`: it has fewer channels than the file; `short`: it ends almost at once; `clipped`: its peaks are cut; `notNumbers`: samples were no numbers;
 * `tooQuiet`: it is too quiet to be brought to a loudness; `overload`: peaks above full scale were cut when the result was written.
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

/** Seconds, and share of the length, that may be missing at the end: codecs round. */
const SLACK = 0.1;
const SHARE = 0.01;
/** Seconds below which hardly anything can be heard. */
const SHORT = 0.05;
/** Full scale, as files of 16 bits and encoders have it, and samples beside each other that reach it. */
const FULL = 0.999;
const OVER = 1.001;
const RUN = 3;
/** Share of samples that stand for peaks that are cut. */
const CLIPPED = 0.001;

/** A file that was heard to its end: see `AudioSource`. */
interface Heard {
  readonly duration: number;
  readonly promised?: number;
  readonly isCut?: () => boolean;
  readonly hasHoles?: () => boolean;
}

/** LU below what was asked for that count as not reached. */
const MISSED = 0.5;

/** Target (LUFS) up to which a result may be too quiet to be measured, as the target is itself. */
const QUIET_TARGET = -65;

/**
 * What is said of the loudness of a result.
 * @param wanted LUFS; null where none was asked for
 * @param became LUFS; −Infinity where it is too quiet to be measured, NaN where nobody measured it
 */
export function loudnessNotes(wanted: number | null, became: number): readonly Note[] {
  if (wanted === null) return [];
  if (became === -Infinity) return wanted > QUIET_TARGET ? ["tooQuiet"] : [];
  return became < wanted - MISSED ? ["softer"] : [];
}

/** Looks at a sound as it passes. */
export function createWatch({ sampleRate }: Format) {
  let frames = 0;
  let samples = 0;
  let clipped = 0;
  let finite = true;
  const look = (plane: Float32Array): void => {
    const peak = peakOf(plane);
    if (!isFinitePeak(peak)) finite = false;
    // What is no number hides the others.
    if (!(peak < FULL)) clipped += runsOf(plane);
  };
  return {
    push(block: Block): void {
      frames += framesOf(block);
      samples += framesOf(block) * block.length;
      for (const plane of block) look(plane);
    },
    /** @param file that was heard; missing where it was a part of one */
    notes(file?: Heard): readonly Note[] {
      const told = file?.promised ?? file?.duration ?? 0;
      const seconds = frames / sampleRate;
      const found: Note[] = [];
      if (file?.isCut?.() || told - seconds > Math.max(SLACK, SHARE * told)) found.push("cutOff");
      if (file?.hasHoles?.()) found.push("holes");
      if (seconds < SHORT) found.push("short");
      if (clipped > CLIPPED * samples) found.push("clipped");
      if (!finite) found.push("notNumbers");
      return found;
    },
  };
}

/** Names of codecs, as `AudioSource` has them, that lose nothing. */
export const LOSSLESS = /^(pcm|flac|alac|wavpack|ape|tta)/i;

/** Peaks (dBFS) above which something audible is cut: lossy codecs pass full scale a little at every loud place. */
const OVERLOAD = { lossless: 0.01, lossy: 1 };

/** What a result says of peaks above full scale. */
export interface Overload {
  readonly notes: readonly Note[];
  /** dBFS of the highest sample before it was clipped; missing where none was. */
  readonly clippedPeak?: number;
}

/** Looks at a sound as it is written. Of all formats, only WAV of floats holds samples above full scale. @param output a `ResultFormat` */
export function createOverloadWatch(output: string) {
  let most = 0;
  return {
    push(block: Block): void {
      for (const plane of block) most = Math.max(most, peakOf(plane));
    },
    /** @param codec of the input, whose own peaks may be above full scale */
    found(codec: string | null): Overload {
      const peak = factorToDecibels(most);
      const isOver = peak > OVERLOAD[LOSSLESS.test(codec ?? "") ? "lossless" : "lossy"];
      return isOver && output !== "wav32f"
        ? { notes: ["overload"], clippedPeak: peak }
        : { notes: [] };
    },
  };
}

/** dB that are left below full scale where a result is lowered to fit, for encoders and rounding. */
const FIT_MARGIN = 0.1;

/** dB by which a sound has to be lowered so that its true peak stays below full scale. @param truePeak dBTP */
export const loweringToFit = (truePeak: number): number => Math.max(0, truePeak + FIT_MARGIN);

/** Samples at full scale that have others of their sign beside them. */
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
