import type { Spectra } from "../signal/stft.ts";
import type { VectorMemory } from "../wasm/vector-memory.ts";
import { AHEAD, createFrameLevels, createFramePlaces, createRing, ROWS } from "./frame-history.ts";
import { createLevelKernel, LEVEL_FLOATS, type LevelKernel, TINY } from "./level-kernel.ts";
import { createMedianKernel, MEDIAN_OF } from "./median-kernel.ts";
import { createPitchTracker, type TrackedPitch } from "./pitch-tracker.ts";
import { createRepeats, repeatFloats } from "./repeats.ts";

/** Frames on either side of the one whose median over time is found. */
const REACH = MEDIAN_OF >> 1;
/** Frames from one to the next of those whose long median is found, which reach `AHEAD` frames. */
const STRIDE = AHEAD / REACH;
/** Frames among which repeats are looked for: 8 s. */
const REMEMBERED = 344;
/** Bins on either side of one that are its surroundings. */
const AROUND = 16;

/** What is known of each bin of a frame, in the order of the rows. Levels are natural logarithms. */
export const FEATURES = [
  /** Level over the mean of the last seconds, and frequency in octaves over 1 kHz; a third of both. */
  "level",
  "place",
  /** Median over time, less that over frequency: what lasts against what strikes (Fitzgerald 2010). */
  "lasting",
  /** Level over each of them, over the median of four times as many frames, and over what repeats. */
  "narrow",
  "fresh",
  "changed",
  "unrepeated",
  /** Similarity of the channels, −1 to 1, over three bins and frames, and of the bin alone. */
  "centre",
  "centreAlone",
  /** How far one channel is louder than the other, 0 to 1. */
  "aside",
  /** Level of the next frame over that of the one before. */
  "rising",
  /** How near it is to a harmonic of the bass, and of the voice, 0 to 1. */
  "bass",
  "voice",
  /** How far bass and voice stand out, and how much the whole frame rises. */
  "bassSalience",
  "voiceSalience",
  "onset",
  /** Means of `lasting` and `centre` over the bins around. */
  "lastingAround",
  "centreAround",
  /** Level of what both channels do not have in common. */
  "side",
] as const;

type Feature = (typeof FEATURES)[number];

const strideOf = (bins: number): number => 4 * Math.ceil((bins + MEDIAN_OF) / 4);

/** Numbers that they take of a memory. */
export const featureFloats = (bins: number): number =>
  strideOf(bins) * (8 * ROWS + MEDIAN_OF * (1 + STRIDE) + FEATURES.length + 9) +
  LEVEL_FLOATS +
  repeatFloats(strideOf(bins), REMEMBERED);

export interface SoundFeatures {
  /** Hears the frames in order. */
  hear(index: number, spectra: Spectra): void;
  /** Fills the rows for the frame that was heard `AHEAD` frames ago. */
  tell(index: number): void;
  /** A row a feature, one behind the other in the memory. */
  readonly rows: readonly Float32Array[];
  row(feature: Feature): Float32Array;
  /** Of the whole frame: salience and pitch of bass and voice (octaves over 100 and 300 Hz), rise, width. */
  whole(): readonly number[];
  /** Logarithms of the amplitudes of the frame that was heard last. */
  lastLevel(): Float32Array;
  /** Of the frame that was told, each bin's amplitude over the mean of the last seconds. */
  loudness(): Float32Array;
}

/** How near bins are to harmonics, which are as wide as the window makes them. @param hertz of a bin */
function comb(
  { frequency }: TrackedPitch,
  hertz: number,
  out: Float32Array,
  kernel: LevelKernel,
): void {
  for (let k = 0; k < out.length; k++) {
    const order = (k * hertz) / frequency;
    const nearest = Math.max(1, Math.round(order));
    const off = ((order - nearest) * frequency) / (1.3 * hertz + 0.004 * k * hertz);
    out[k] = -0.5 * off * off;
  }
  kernel.exponentials(out);
}

/** Mean of each bin's surroundings. */
function average(from: Float32Array, out: Float32Array): void {
  const last = from.length - 1;
  let sum = 0;
  for (let k = 0; k < AROUND; k++) sum += from[k]!;
  for (let k = 0; k <= last; k++) {
    sum += (from[k + AROUND] ?? 0) - (from[k - AROUND - 1] ?? 0);
    out[k] = sum / (Math.min(last, k + AROUND) - Math.max(0, k - AROUND) + 1);
  }
}

/** Follows the pitches of voice and bass, which are told `AHEAD` frames late. @param hertz of a bin */
function createPitches(bins: number, hertz: number) {
  const pitch = { hertz, frames: AHEAD + 2 };
  const voice = createPitchTracker({
    ...pitch,
    lowest: 80,
    highest: 900,
    harmonics: 12,
    decay: 0.84,
  });
  const bass = createPitchTracker({ ...pitch, lowest: 32, highest: 200, harmonics: 5, decay: 0.8 });
  const emphasis = { voice: new Float32Array(bins), bass: new Float32Array(bins) };
  return {
    voice: () => voice.at(AHEAD - 1),
    bass: () => bass.at(AHEAD - 1),
    hear(level: Float32Array, spread: Float32Array, centre: Float32Array): void {
      for (let k = 0; k < bins; k++) {
        // Even over the spectrum, and only where it stands out of its neighbours.
        const peak = Math.min(1, Math.max(0, level[k]! - spread[k]!)) * Math.exp(0.5 * level[k]!);
        emphasis.bass[k] = k * hertz < 1000 ? peak : 0;
        emphasis.voice[k] = k * hertz < 6000 ? peak * Math.max(0, centre[k]!) ** 2 : 0;
      }
      voice.hear(emphasis.voice);
      bass.hear(emphasis.bass);
    },
  };
}

/** Hears spectra and tells of each what separation goes by. @param hertz of a bin */
export function createSoundFeatures(
  memory: VectorMemory,
  bins: number,
  hertz: number,
): SoundFeatures {
  const stride = strideOf(bins);
  const median = createMedianKernel(memory, stride);
  const repeats = createRepeats(memory, median, { bins, stride, hertz, frames: REMEMBERED });
  const ring = () => createRing(memory, bins, stride);
  const kernel = createLevelKernel(memory);
  const levels = createFrameLevels(ring, bins, kernel);
  const places = createFramePlaces(ring, levels, bins);
  const pitches = createPitches(bins, hertz);
  const [steadies, spreads] = [ring(), ring()];
  const rows = FEATURES.map(() => memory.take(bins));
  const row = (feature: Feature) => rows[FEATURES.indexOf(feature)]!;
  const near = memory.take(MEDIAN_OF * stride);
  const far = Array.from({ length: STRIDE }, () => memory.take(MEDIAN_OF * stride));
  const padded = memory.take(stride);
  const [lasting, repeated] = [memory.take(bins), memory.take(bins)];
  const [amplitudes, loud] = [memory.take(bins), memory.take(bins)];
  let last = 0;
  let whole: readonly number[] = [];
  for (let k = 0; k < bins; k++) row("place")[k] = Math.log2((k * hertz + 40) / 1000) / 3;

  /** Rows by which bins of one frame differ from its other bins and from other frames. */
  const compare = (index: number) => {
    const [level, steady, spread] = [levels.level(index), steadies(index), spreads(index)];
    const [before, after] = [levels.level(index - 1), levels.level(index + 1)];
    const [same, power] = [levels.same(index), levels.power(index)];
    const mean = levels.loudness(index + AHEAD);
    const [over, lasts, narrow] = [row("level"), row("lasting"), row("narrow")];
    const [fresh, changed, unrepeated] = [row("fresh"), row("changed"), row("unrepeated")];
    const [alone, rising] = [row("centreAlone"), row("rising")];
    for (let k = 0; k < bins; k++) {
      const own = level[k]!;
      over[k] = (own - mean) / 3;
      lasts[k] = steady[k]! - spread[k]!;
      narrow[k] = own - spread[k]!;
      fresh[k] = own - steady[k]!;
      changed[k] = own - lasting[k]!;
      unrepeated[k] = own - repeated[k]!;
      alone[k] = same[k]! / (power[k]! + TINY * TINY);
      rising[k] = after[k]! - before[k]!;
    }
  };

  return {
    hear(index, spectra) {
      levels.hear(index, spectra, amplitudes);
      last = index;
      const level = levels.level(index);
      near.set(level, (index % MEDIAN_OF) * stride);
      const phase = far[index % STRIDE]!;
      phase.set(level, (Math.floor(index / STRIDE) % MEDIAN_OF) * stride);
      median.ofRows(near, steadies(index - REACH));
      median.ofRows(phase, lasting);
      padded.set(level, REACH);
      median.ofNeighbours(padded, spreads(index));
      repeats.hear(amplitudes, level);
      if (index === 0) return;
      places.find(index - 1);
      pitches.hear(levels.level(index - 1), spreads(index - 1), places.centre(index - 1));
    },
    rows,
    row,
    whole: () => whole,
    lastLevel: () => levels.level(last),
    loudness() {
      const level = row("level");
      for (let k = 0; k < bins; k++) loud[k] = 3 * level[k]!;
      kernel.exponentials(loud);
      return loud;
    },
    tell(index) {
      repeats.find(index, repeated);
      const [voice, bass] = [pitches.voice(), pitches.bass()];
      row("centre").set(places.centre(index));
      row("aside").set(places.aside(index));
      comb(voice, hertz, row("voice"), kernel);
      comb(bass, hertz, row("bass"), kernel);
      row("bassSalience").fill(bass.salience);
      row("voiceSalience").fill(voice.salience);
      row("onset").fill(levels.onset(index));
      row("side").fill(levels.side(index + AHEAD));
      whole = [
        bass.salience,
        Math.log2(bass.frequency / 100),
        voice.salience,
        Math.log2(voice.frequency / 300),
        levels.onset(index),
        levels.side(index + AHEAD),
      ];
      compare(index);
      average(row("lasting"), row("lastingAround"));
      average(row("centre"), row("centreAround"));
    },
  };
}
