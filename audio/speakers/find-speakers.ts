import type { Block } from "../effect.ts";
import { type WindowVoice, clusterVoices } from "./cluster.ts";
import { FRAME, HOP } from "./filter-bank.ts";
import type { SpeakerNets } from "./speaker-nets.ts";
import { type SpeakerTurn, combineWindows, turnsOf } from "./turns.ts";

/** Windows overlap by about one half. */
const OVERLAP = 0.5;
/** Minimum length in seconds of the speech that an embedding is made from. */
const MIN_VOICE = 0.5;

/** Who speaks when. */
export interface Diarization {
  /** In order of their beginnings. */
  readonly turns: readonly SpeakerTurn[];
  /** Mean voice of each speaker, a vector of length 1; speakers are numbered by their first turns. */
  readonly voices: readonly Float32Array[];
}

export interface FindSpeakersOptions {
  /** Number of speakers, up to `MAX_SPEAKERS`; null if it has to be found. */
  readonly count: number | null;
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void } | undefined;
  /** @param seconds of the recording that are finished */
  readonly onProgress?: (seconds: number) => void;
}

/** Windows of a sound; the last one is padded with silence. The samples are reused. */
async function* windowsOf(
  blocks: AsyncIterable<Block>,
  size: number,
  hop: number,
): AsyncGenerator<{ readonly samples: Float32Array; readonly end: number }, void, undefined> {
  const samples = new Float32Array(size);
  let filled = 0;
  let end = 0;
  let isFresh = false;
  for await (const [mono] of blocks)
    for (let at = 0; at < mono!.length;) {
      if (filled === size) {
        samples.copyWithin(0, hop);
        filled -= hop;
      }
      const count = Math.min(size - filled, mono!.length - at);
      samples.set(mono!.subarray(at, at + count), filled);
      [filled, at, end] = [filled + count, at + count, end + count];
      isFresh = filled < size;
      if (!isFresh) yield { samples, end };
    }
  if (isFresh) yield { samples: samples.fill(0, filled), end };
}

/** Frames of a window in which a speaker is active; alone, if that is long enough. */
function framesOf(active: Uint8Array, speaker: number, minFrames: number): boolean[] | null {
  const bit = 1 << speaker;
  const has = (fits: (set: number) => boolean): boolean[] | null => {
    const frames = Array.from(active, fits);
    return frames.filter(Boolean).length >= minFrames ? frames : null;
  };
  return has((set) => set === bit) ?? has((set) => (set & bit) !== 0);
}

/**
 * Finds who speaks when: a network finds the speakers of each window of some seconds, another one
 * describes their voices, and voices that resemble each other are one speaker. Buffers one window;
 * in addition about 3 MB an hour.
 * @param blocks mono at the sample rate of the forms
 */
export async function findSpeakers(
  { segmentation, embedding }: SpeakerNets,
  blocks: AsyncIterable<Block>,
  { count, signal, onProgress }: FindSpeakersOptions,
): Promise<Diarization> {
  const { sampleRate, samples: size, hop, field, speakers } = segmentation.form;
  const { bands } = embedding.form;
  const hopFrames = Math.round((OVERLAP * size) / hop);
  const minFrames = Math.ceil((MIN_VOICE * sampleRate) / hop);
  const windows: Uint8Array[] = [];
  const found: (WindowVoice & { readonly local: number })[] = [];
  let end = 0;
  for await (const window of windowsOf(blocks, size, hopFrames * hop)) {
    signal?.throwIfAborted();
    ({ end } = window);
    const active = await segmentation.segment(window.samples);
    let features: Float32Array | null = null;
    for (let local = 0; local < speakers; local++) {
      const own = framesOf(active, local, minFrames);
      if (!own) continue;
      features ??= embedding.featuresOf(window.samples);
      const isOwn = (frame: number): boolean => {
        const middle = (frame * HOP + FRAME / 2 - field / 2) / hop;
        return own[Math.min(own.length - 1, Math.max(0, Math.round(middle)))]!;
      };
      const voiced = selectFrames(features, bands, isOwn);
      const vector = await embedding.embed(voiced);
      const seconds = (voiced.length / bands) * (HOP / sampleRate);
      found.push({ vector, seconds, window: windows.length, local });
      signal?.throwIfAborted();
    }
    windows.push(active);
    onProgress?.(end / sampleRate);
  }
  const { threshold } = embedding.form;
  const clusters = clusterVoices(found, { threshold, count });
  const { centroids } = clusters;
  const speakersOf = windows.map(() => new Map<number, number>());
  for (const [at, { window, local }] of found.entries())
    speakersOf[window]!.set(local, clusters.speakers[at]!);
  const frames = combineWindows(
    windows.map((active, at) => ({
      first: at * hopFrames,
      frames: Uint32Array.from(active, (set) => globalSet(set, speakersOf[at]!)),
    })),
    centroids.length,
  );
  const clock = { hop: hop / sampleRate, start: field / 2 / sampleRate, end: end / sampleRate };
  return inOrder(turnsOf(frames, centroids.length, clock), centroids);
}

function selectFrames(
  features: Float32Array,
  bands: number,
  isOwn: (frame: number) => boolean,
): Float32Array {
  const rows: number[] = [];
  for (let frame = 0; frame < features.length / bands; frame++) if (isOwn(frame)) rows.push(frame);
  const out = new Float32Array(rows.length * bands);
  for (const [at, row] of rows.entries())
    out.set(features.subarray(row * bands, (row + 1) * bands), at * bands);
  return out;
}

/** Speakers of the recording for those of a window; those without an embedding are left out. */
function globalSet(set: number, speakers: ReadonlyMap<number, number>): number {
  let all = 0;
  for (const [local, speaker] of speakers) if (set & (1 << local)) all |= 1 << speaker;
  return all;
}

/** Numbers speakers by their first turns; those without one are left out. */
function inOrder(turns: readonly SpeakerTurn[], voices: readonly Float32Array[]): Diarization {
  const order = [...new Set(turns.map(({ speaker }) => speaker))];
  return {
    turns: turns.map((turn) => ({ ...turn, speaker: order.indexOf(turn.speaker) })),
    voices: order.map((speaker) => voices[speaker]!),
  };
}
