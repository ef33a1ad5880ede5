// Keeps what the engine knows of songs, with the truth of their stems, for `fit-masks.py`.
//   node bench/audio/separation/keep-features.ts FOLDER [COUNT [SHARD OF]]
// Writes two files of floats a song: NUMBER.bands of each frame what is told of its bands; NUMBER.bins of
// some bins of some frames the features, the bin, its power, how many bins it stands for, and of vocals,
// drums, bass, guitar, piano and other the product with the mix and the power (NaN where nobody knows).
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BAND_INPUTS, createBandFeatures } from "#audio/separation/band-features.ts";
import { LOOKAHEAD } from "#audio/separation/frame-history.ts";
import { SOURCES } from "#audio/separation/mask-net.ts";
import { createSoundFeatures, featureFloats, FEATURES } from "#audio/separation/sound-features.ts";
import { createStemStft } from "#audio/separation/stem-stft.ts";
import { createFftKernel } from "#audio/signal/fft/fft-kernel.ts";
import { rootHann } from "#audio/signal/windows.ts";
import { installMaterial } from "../material.ts";
import { LEARN_PACKAGES, renderLearned } from "./learn-songs.ts";
import type { Stereo } from "./multitracks.ts";
import { addUp, renderReal, SAMPLE_RATE, type Song, SONG_PACKAGES } from "./songs.ts";

const SIZE = 4096;
const SHAPE = { channels: 2, size: SIZE, hop: SIZE / 4 };
const BINS = SIZE / 2 + 1;
/** Of so many frames one's bins are kept, and of bins all up to 0.9 kHz, then ever fewer. */
const EVERY = 4;
const WIDTHS = [
  [80, 1],
  [240, 3],
  [600, 8],
  [BINS, 16],
] as const;
/** Of so many songs one is made mono. */
const MONO = 7;

const widthOf = (bin: number) => WIDTHS.find(([end]) => bin < end)![1];
const FRAMES: number[] = [];
for (let bin = 1; bin < BINS; bin += widthOf(bin)) FRAMES.push(bin);
const isSelected = (frame: number, frames: number) => frame < frames - 2 && frame % EVERY === 0;

const partsOf = function* (sound: Stereo) {
  for (let at = 0; at < sound[0].length; at += 16_384)
    yield sound.map((samples) => samples.subarray(at, at + 16_384));
};

/** Of each kept frame re and im of both channels, at the kept bins. */
function spectraOf(sound: Stereo): Float32Array {
  const fft = createFftKernel(SIZE, 3 * SIZE + 2 * (BINS + 4));
  const [samples, window] = [fft.take(SIZE), fft.take(SIZE)];
  const [re, im] = [fft.take(BINS), fft.take(BINS)];
  window.set(rootHann(SIZE));
  const frames = Math.floor(sound[0].length / SHAPE.hop);
  const selected = Array.from({ length: frames }, (_, frame) => frame).filter((frame) =>
    isSelected(frame, frames),
  );
  const out = new Float32Array(selected.length * FRAMES.length * 4);
  for (const [at, frame] of selected.entries())
    for (const [side, channel] of sound.entries()) {
      const first = (frame + 1) * SHAPE.hop - SIZE;
      samples.fill(0);
      samples.set(channel.subarray(Math.max(0, first), first + SIZE), Math.max(0, -first));
      fft.forward(samples, window, re, im);
      for (const [i, bin] of FRAMES.entries()) {
        out[4 * (at * FRAMES.length + i) + side] = re[bin]!;
        out[4 * (at * FRAMES.length + i) + 2 + side] = im[bin]!;
      }
    }
  return out;
}

function rowsAt(rows: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(FRAMES.length * rows.length);
  for (const [i, bin] of FRAMES.entries())
    for (const [j, row] of rows.entries()) out[i * rows.length + j] = row[bin]!;
  return out;
}

/** Band features of each frame, and bin features of the selected bins of selected frames. */
function featuresOf(sound: Stereo): { bands: Float32Array; bins: Float32Array[] } {
  const bins: Float32Array[] = [];
  const frames = Math.floor(sound[0].length / SHAPE.hop);
  const bands = new Float32Array(frames * BAND_INPUTS);
  const stft = createStemStft({
    ...SHAPE,
    lookahead: LOOKAHEAD,
    masks: 1,
    floats: featureFloats(BINS),
    prepare(_, memory) {
      const features = createSoundFeatures(memory, BINS, SAMPLE_RATE / SIZE);
      const bandFeatures = createBandFeatures(features, SAMPLE_RATE / SIZE);
      return {
        addFrame(index, spectra) {
          features.addFrame(index, spectra);
          bandFeatures.addFrame(index, features.lastLevel());
        },
        fill(index) {
          features.writeRows(index);
          if (index < frames)
            bandFeatures.writeFeatures(
              index,
              bands.subarray(index * BAND_INPUTS, (index + 1) * BAND_INPUTS),
            );
          if (isSelected(index, frames)) bins.push(rowsAt(features.rows));
        },
      };
    },
  });
  for (const part of partsOf(sound)) stft.push(part);
  stft.flush();
  return { bands, bins };
}

const toMono = ([left, right]: Stereo): Stereo => {
  const mean = left.map((x, i) => (x + right[i]!) / 2);
  return [mean, mean];
};

function describe({ stems }: Song, isMono: boolean) {
  const shape = isMono ? toMono : (sound: Stereo) => sound;
  const mix = shape(addUp(Object.values(stems)));
  const [{ bands, bins }, whole] = [featuresOf(mix), spectraOf(mix)];
  const parts = SOURCES.map((source) => stems[source] && spectraOf(shape(stems[source])));
  const unknown = stems.rest ? NaN : 0;
  const perBin = FEATURES.length;
  const width = perBin + 3 + 2 * SOURCES.length;
  const out = new Float32Array(bins.length * FRAMES.length * width);
  /** Over re and im of both channels of a bin. */
  const product = (a: Float32Array, b: Float32Array, at: number) => {
    let sum = 0;
    for (let j = 4 * at; j < 4 * at + 4; j++) sum += a[j]! * b[j]!;
    return sum;
  };
  for (const [frame, values] of bins.entries())
    for (const [i, bin] of FRAMES.entries()) {
      const at = frame * FRAMES.length + i;
      const row = out.subarray(at * width, (at + 1) * width);
      row.set(values.subarray(perBin * i, perBin * (i + 1)));
      row.set([bin, product(whole, whole, at), widthOf(bin)], perBin);
      for (const [s, part] of parts.entries())
        row.set(
          part ? [product(whole, part, at), product(part, part, at)] : [unknown, unknown],
          perBin + 3 + 2 * s,
        );
    }
  return { bands, bins: out };
}

const [folder, count = "300", shard = "0", of = "1"] = process.argv.slice(2);
if (!folder) throw new Error("keep-features FOLDER [COUNT [SHARD OF]]");
const root = path.resolve(import.meta.dirname, "../../..");
const log = (line: string) => void process.stderr.write(`${line}\n`);
installMaterial(log);
installMaterial(log, { ...SONG_PACKAGES, ...LEARN_PACKAGES });
mkdirSync(folder, { recursive: true });

function keep(name: string, song: Song, isMono: boolean): void {
  const file = path.join(folder!, name);
  if (existsSync(`${file}.bins`)) return;
  const { bands, bins } = describe(song, isMono);
  writeFileSync(`${file}.bands`, bands);
  writeFileSync(`${file}.bins`, bins);
  log(`${name} ${song.name} ${Object.keys(song.stems).join()}`);
}

/** Songs whose voices are also put over the real ones. */
const voiced: Song[] = [];
for (const song of renderLearned(root, Number(count), [Number(shard), Number(of)])) {
  keep(String(song.number).padStart(4, "0"), song, song.number % MONO === MONO - 1);
  if (voiced.length < 16 && song.stems.vocals) voiced.push(song);
}
if (shard === "0")
  for (const [i, song] of [...renderReal("learn", voiced)].entries())
    keep(`real${String(i).padStart(2, "0")}`, song, false);
