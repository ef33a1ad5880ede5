// Keeps what the engine knows of songs' bins, with the stems' true shares, for `fit-masks.py`.
//   node bench/audio/separation/keep-features.ts FOLDER [ROUNDS]
// Writes a file of floats a song: of each bin its features, shares of vocals, drums, bass, guitar, piano
// and other (NaN where nobody knows), and its power.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SOURCES } from "../../../audio/separation/mask-net.ts";
import { AHEAD } from "../../../audio/separation/frame-history.ts";
import {
  createSoundFeatures,
  featureFloats,
  FEATURES,
} from "../../../audio/separation/sound-features.ts";
import { createStemStft } from "../../../audio/separation/stem-stft.ts";
import { createStft } from "../../../audio/signal/stft.ts";
import { installMaterial } from "../material.ts";
import type { Stereo } from "./multitracks.ts";
import {
  addUp,
  LEARN_PACKAGES,
  renderReal,
  renderSongs,
  SAMPLE_RATE,
  type Song,
  SONG_PACKAGES,
} from "./songs.ts";

const SIZE = 4096;
const SHAPE = { channels: 2, size: SIZE, hop: SIZE / 4 };
const BINS = SIZE / 2 + 1;
/** Of so many frames one is kept, and of bins all up to 1.5 kHz, then ever fewer. */
const EVERY = 6;
const WIDTHS = [
  [140, 1],
  [400, 2],
  [800, 3],
  [BINS, 5],
] as const;
/** Of so many songs one is made mono. */
const MONO = 6;

const widthOf = (bin: number) => WIDTHS.find(([end]) => bin < end)![1];
const KEPT: number[] = [];
for (let bin = 1; bin < BINS; bin += widthOf(bin)) KEPT.push(bin);
const isKept = (frame: number, frames: number) =>
  frame >= EVERY && frame < frames - 2 && frame % EVERY === 0;

const partsOf = function* (sound: Stereo) {
  for (let at = 0; at < sound[0].length; at += 16_384)
    yield sound.map((samples) => samples.subarray(at, at + 16_384));
};

/** Of each kept frame re and im of both channels, at the kept bins. */
function spectraOf(sound: Stereo): number[][] {
  const kept: number[][] = [];
  const frames = sound[0].length / SHAPE.hop;
  const stft = createStft({
    ...SHAPE,
    prepare:
      ({ re, im }) =>
      (index) => {
        if (isKept(index, frames))
          kept.push(KEPT.flatMap((bin) => [...re, ...im].map((part) => part[bin]!)));
      },
  });
  for (const part of partsOf(sound)) stft.process(part);
  return kept;
}

/** Of each kept frame the features of the kept bins. */
function featuresOf(sound: Stereo): number[][] {
  const kept: number[][] = [];
  const frames = sound[0].length / SHAPE.hop;
  const stft = createStemStft({
    ...SHAPE,
    ahead: AHEAD,
    masks: 1,
    floats: featureFloats(BINS),
    prepare(_, memory) {
      const features = createSoundFeatures(memory, BINS, SAMPLE_RATE / SIZE);
      return {
        hear: (index, spectra) => features.hear(index, spectra),
        fill(index) {
          features.tell(index);
          if (isKept(index, frames))
            kept.push(KEPT.flatMap((bin) => features.rows.map((row) => row[bin]!)));
        },
      };
    },
  });
  for (const part of partsOf(sound)) stft.push(part);
  stft.flush();
  return kept;
}

const toMono = ([left, right]: Stereo): Stereo => {
  const mean = left.map((x, i) => (x + right[i]!) / 2);
  return [mean, mean];
};

function describe({ stems }: Song, isMono: boolean): Float32Array {
  const shape = isMono ? toMono : (sound: Stereo) => sound;
  const mix = shape(addUp(Object.values(stems)));
  const [features, whole] = [featuresOf(mix), spectraOf(mix)];
  const parts = SOURCES.map((source) => stems[source] && spectraOf(shape(stems[source])));
  const unknown = stems.rest ? NaN : 0;
  const out: number[] = [];
  for (const [frame, values] of features.entries())
    for (const [i, bin] of KEPT.entries()) {
      const own = whole[frame]!.slice(4 * i, 4 * i + 4);
      const power = own.reduce((sum, x) => sum + x * x, 1e-9);
      out.push(...values.slice(FEATURES.length * i, FEATURES.length * (i + 1)));
      for (const part of parts) {
        const product = own.reduce((sum, x, j) => sum + x * (part?.[frame]?.[4 * i + j] ?? 0), 0);
        out.push(part ? Math.max(-0.5, Math.min(1.5, product / power)) : unknown);
      }
      out.push(power * widthOf(bin));
    }
  return Float32Array.from(out);
}

const [folder, rounds = "2"] = process.argv.slice(2);
if (!folder) throw new Error("keep-features FOLDER [ROUNDS]");
const root = path.resolve(import.meta.dirname, "../../..");
const log = (line: string) => void process.stderr.write(`${line}\n`);
installMaterial(log);
installMaterial(log, { ...SONG_PACKAGES, ...LEARN_PACKAGES });
mkdirSync(folder, { recursive: true });
const rendered = [...renderSongs("learn", root, Number(rounds))];
for (const [i, song] of [...rendered, ...renderReal("learn", rendered)].entries()) {
  const isMono = i % MONO === MONO - 1 && !song.stems.rest;
  writeFileSync(path.join(folder, `${String(i).padStart(3, "0")}.f32`), describe(song, isMono));
  log(song.name);
}
