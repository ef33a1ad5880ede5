import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../material.ts";
import { createRandom, type Random } from "../random.ts";
import { accompany, listStyles } from "./accompaniment.ts";
import { type Part, type Stereo, varyMidi } from "./multitracks.ts";
import {
  decode,
  listSongs,
  readSentences,
  readSong,
  type Recipe,
  renderSong,
  SAMPLE_RATE,
  SECONDS,
  type Song,
  SOUND_FONTS,
  type Voice,
} from "./songs.ts";

const OTHER_MIDI = "/usr/share/planetblupi/music";
const PROMPTS = "/usr/share/asterisk/sounds";
const SPEAKERS = ["es_MX_f_Allison", "fr_CA_f_June", "it_IT_m_Carlo"] as const;
/** None is the one by which separation is judged, or was made of it. */
const FONTS = ["TimGM6mb", "sf_GMbank", "TimGM6mb", "sf_GMbank", "OPL-3_FM_128M"] as const;

/** Debian packages that only the choice of constants needs. */
export const LEARN_PACKAGES = {
  "timgm6mb-soundfont": join(SOUND_FONTS, "sf2/TimGM6mb.sf2"),
  "csound-soundfont": join(SOUND_FONTS, "sf2/sf_GMbank.sf2"),
  "opl3-soundfont": join(SOUND_FONTS, "sf2/OPL-3_FM_128M.sf2"),
  "planetblupi-music-midi": OTHER_MIDI,
  mma: "/usr/bin/mma",
  "asterisk-core-sounds-es-wav": join(PROMPTS, SPEAKERS[0]),
  "asterisk-core-sounds-fr-wav": join(PROMPTS, SPEAKERS[1]),
  "asterisk-core-sounds-it-wav": join(PROMPTS, SPEAKERS[2]),
  "espeak-ng": "/usr/bin/espeak-ng",
};

const VOICES = ["en-us", "de+f2", "fr+m3", "es+f4", "it+m7", "pl+f1", "nl+m2", "en-gb+f3"];
const TEXT =
  "Over the river the morning is golden, we were waiting for summer, singing along with the band till the lights go down and the rain comes.";
/** Prompts of a speaker, the longest ones. */
const PROMPTS_EACH = 6;

function readVoices(root: string): Voice[] {
  const spoken = VOICES.map((voice) => {
    const file = join("/tmp", `voice-${voice}.wav`);
    if (!existsSync(file)) execFileSync("espeak-ng", ["-v", voice, "-w", file, TEXT]);
    return { speech: decode(file), bandwidth: 10_000 };
  });
  const prompted = SPEAKERS.flatMap((name) =>
    listFiles(join(PROMPTS, name), ".wav")
      .toSorted((a, b) => statSync(b).size - statSync(a).size)
      .slice(0, PROMPTS_EACH)
      .map((file) => ({ speech: decode(file).subarray(0, 20 * SAMPLE_RATE), bandwidth: 3800 })),
  );
  return [...readSentences(root, true), ...spoken, ...prompted];
}

/** A shelf of one pole: what lies under a frequency is louder by some dB. */
function tilt(samples: Float32Array, hertz: number, decibel: number): Float32Array {
  const pole = Math.exp((-2 * Math.PI * hertz) / SAMPLE_RATE);
  const gain = 10 ** (decibel / 20) - 1;
  let low = 0;
  return samples.map((x) => {
    low = pole * low + (1 - pole) * x;
    return x + gain * low;
  });
}

/** Other equalizers and, at times, distortion, for each part; at times it stands in the middle. */
function colorParts(parts: Partial<Record<Part, Stereo>>, random: Random) {
  return Object.fromEntries(
    Object.entries(parts).map(([name, sound]): [string, Stereo] => {
      const [hertz, decibel] = [100 * 40 ** random.uniform(), 16 * random.uniform() - 8];
      const driven = random.uniform() < (name === "drums" ? 0.1 : 0.3);
      const drive = driven ? 0.5 + 6 * random.uniform() : 0;
      let power = 1e-12;
      for (const x of sound[0]) power += x * x;
      const loud = Math.sqrt(power / sound[0].length);
      const shape = (samples: Float32Array) => {
        const bent = drive > 0 ? samples.map((x) => Math.tanh((drive * x) / loud)) : samples;
        return tilt(bent, hertz, decibel);
      };
      const narrow = random.uniform() < 0.12;
      const [left, right] = sound;
      const middle = narrow ? left.map((x, i) => (x + right[i]!) / 2) : null;
      return [name, [shape(middle ?? left), shape(middle ?? right)]];
    }),
  );
}

/** Parts without one, at times: songs need not have all. */
function leaveOut<T extends object>(parts: T, random: Random): T {
  const retained = Object.entries(parts).filter(() => random.uniform() < 0.9);
  return Object.fromEntries(retained.length > 1 ? retained : Object.entries(parts)) as T;
}

type Score = Pick<Recipe, "midi" | "melody" | "name">;

/** Notes of song number `at`: of a file, or of a style. */
function readScore(at: number, files: readonly string[], styles: readonly string[]): Score | null {
  if (at % 3 === 0) return readSong(files[(at / 3) % files.length]!);
  return accompany(styles[(at * 37) % styles.length]!, at, 2 * SECONDS);
}

/**
 * Songs on which constants are chosen, through other sounds than those that are judged: other notes,
 * instruments, tempi, keys, levels and colors each time.
 * @param count so many, and of them those whose number is `shard[0]` modulo `shard[1]`
 */
export function* renderLearned(
  root: string,
  count: number,
  [first, step]: readonly [number, number] = [0, 1],
): Generator<Song & { readonly number: number }> {
  const voices = readVoices(root);
  const others = readdirSync(OTHER_MIDI).sort();
  const files = [...listSongs(false), ...others.map((name) => join(OTHER_MIDI, name))];
  const styles = listStyles();
  for (let number = first; number < count; number += step) {
    const score = readScore(number, files, styles);
    if (!score) continue;
    const random = createRandom(7000 + number);
    const recipe: Recipe = {
      ...score,
      midi: varyMidi(score.midi, number),
      soundFont: join(SOUND_FONTS, `sf2/${FONTS[number % FONTS.length]!}.sf2`),
      start: number % 3 === 0 ? 4 + 40 * random.uniform() : 4 * random.uniform(),
      seed: number,
      transpose: Math.round(10 * random.uniform() - 5),
      level: -8 + 8 * random.uniform(),
      width: 2,
      words: random.uniform() < 0.5 ? ["-R", "0", "-C", "0"] : [],
      spoken: random.uniform() < 0.2,
      color: (parts) => leaveOut(colorParts(parts, random), random),
    };
    const song = renderSong(recipe, voices, number % 4 === 0);
    if (Object.keys(song.stems).length > 1) yield { ...song, number };
  }
}
