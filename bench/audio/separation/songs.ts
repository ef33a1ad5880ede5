import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convolve } from "../convolve.ts";
import { listMaterial } from "../material.ts";
import { createRandom } from "../random.ts";
import { readMidi } from "./midi.ts";
import { findMelody, PARTS, type Part, renderParts, type Stereo } from "./multitracks.ts";
import { placeVoice, sing } from "./sung-voice.ts";

export const SAMPLE_RATE = 44_100;

/** `rest` is what nobody has told apart. */
type Stem = Part | "vocals" | "rest";

/** A mix whose stems are known: it is their sum. */
export interface Song {
  readonly name: string;
  readonly stems: Partial<Record<Stem, Stereo>>;
  /** The voice in the middle, and voices beside it; both are in the vocals. */
  readonly lead: Stereo | null;
  readonly backing: Stereo | null;
}

export const MIDI_SONGS = "/usr/share/games/openttd/baseset/openmsx";
const OTHER_MIDI = "/usr/share/planetblupi/music";
export const REAL_SONGS = "/usr/share/games/fretsonfire/data/songs";
const SOUND_FONTS = "/usr/share/sounds";

/** Debian packages, each with a file that shows that it is there. */
export const SONG_PACKAGES = {
  fluidsynth: "/usr/bin/fluidsynth",
  "fluid-soundfont-gm": join(SOUND_FONTS, "sf2/FluidR3_GM.sf2"),
  "openttd-openmsx": MIDI_SONGS,
  "fretsonfire-songs-sectoid": join(REAL_SONGS, "sectoid"),
  "fretsonfire-songs-muldjord": join(REAL_SONGS, "muldjord"),
};
/** What only the choice of constants needs. */
export const LEARN_PACKAGES = {
  "timgm6mb-soundfont": join(SOUND_FONTS, "sf2/TimGM6mb.sf2"),
  "csound-soundfont": join(SOUND_FONTS, "sf2/sf_GMbank.sf2"),
  "planetblupi-music-midi": OTHER_MIDI,
  "espeak-ng": "/usr/bin/espeak-ng",
};

/** By which separation is judged; no constant is chosen on them, nor on FluidR3. */
const JUDGED = [
  "chuggachugga",
  "flying_scotsman",
  "keep_on_rolling",
  "mighty_giant_run",
  "modern_motion",
  "run_for_your_life",
  "tttheme2",
] as const;

/** Songs in which a second instrument plays each line, the bass, too: nobody could tell them apart. */
const DOUBLED = /_redfarn\.mid$/;

const VOICES = ["en-us", "de+f2", "fr+m3", "es+f4", "it+m7", "pl+f1"];
/** LibriVox sentences by number, on which constants of other effects are chosen, too. */
const CHOICE = /-(0880|0930)\.wav$/;

const decode = (file: string, filter = "anull"): Float32Array => {
  const shape = ["-ac", "1", "-ar", String(SAMPLE_RATE), "-f", "f32le", "-"];
  const args = ["-v", "error", "-i", file, "-af", filter, ...shape];
  return new Float32Array(
    new Uint8Array(execFileSync("ffmpeg", args, { maxBuffer: 2 ** 30 })).buffer,
  );
};

/** A file's channels; one that has one has it twice. */
export function readStereo(file: string, [start, length]: readonly [number, number]): Stereo {
  const shape = ["-ac", "2", "-ar", String(SAMPLE_RATE), "-f", "f32le", "-"];
  const args = ["-v", "error", "-ss", String(start), "-t", String(length), "-i", file, ...shape];
  const both = new Float32Array(
    new Uint8Array(execFileSync("ffmpeg", args, { maxBuffer: 2 ** 30 })).buffer,
  );
  const side = (at: number) =>
    Float32Array.from({ length: both.length / 2 }, (_, i) => both[2 * i + at]!);
  return [side(0), side(1)];
}

interface Voice {
  readonly speech: Float32Array;
  readonly bandwidth: number;
}

function readVoices(set: "judge" | "learn", root: string): Voice[] {
  const sentences = listMaterial(root).sentences.filter(
    (file) => CHOICE.test(file) === (set === "learn"),
  );
  const read = sentences.map((file) => ({ speech: decode(file), bandwidth: 7600 }));
  if (set === "judge") return read;
  const text =
    "Over the river the morning is golden, we were waiting for summer, singing along with the band till the lights go down and the rain comes.";
  const spoken = VOICES.map((voice) => {
    const file = join("/tmp", `voice-${voice}.wav`);
    if (!existsSync(file)) execFileSync("espeak-ng", ["-v", voice, "-w", file, text]);
    return { speech: decode(file), bandwidth: 10_000 };
  });
  return [...read, ...spoken];
}

const rms = ([left, right]: Stereo) => {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i]! ** 2 + right[i]! ** 2;
  return Math.sqrt(sum / Math.max(1, 2 * left.length));
};
const scale = (factor: number, [left, right]: Stereo): Stereo => [
  left.map((x) => factor * x),
  right.map((x) => factor * x),
];
export const addUp = (parts: readonly Stereo[]): Stereo =>
  [0, 1].map((side) => {
    const out = new Float32Array(parts[0]![0].length);
    for (const part of parts)
      for (let i = 0; i < out.length; i++) out[i] = out[i]! + part[side]![i]!;
    return out;
  }) as unknown as Stereo;

interface Recipe {
  readonly file: string;
  readonly soundFont: string;
  readonly start: number;
  readonly seed: number;
  readonly transpose: number;
  /** dB of the voice over what accompanies it. */
  readonly level: number;
}

const SECONDS = 20;
/** dB of parts over one another in a mix, and what songs differ by: files of notes do not say it. */
const BALANCE: Readonly<Record<Part, readonly [number, number]>> = {
  drums: [0, 3],
  bass: [-1, 3],
  guitar: [-3, 4],
  piano: [-3, 4],
  other: [-3, 4],
};
const SILENT = 1e-5;

/** Parts as loud as in a mix. */
function balance(
  parts: Partial<Record<Part, Stereo>>,
  seed: number,
): Partial<Record<Part, Stereo>> {
  const random = createRandom(seed);
  const balanced = PARTS.flatMap((part): [Part, Stereo][] => {
    const [level, spread] = BALANCE[part];
    const decibel = -20 + level + spread * (2 * random.uniform() - 1);
    const sound = parts[part];
    if (!sound || rms(sound) < SILENT) return [];
    return [[part, scale(10 ** (decibel / 20) / rms(sound), sound)]];
  });
  return Object.fromEntries(balanced);
}

function renderSong(recipe: Recipe, voices: readonly Voice[], withBacking: boolean): Song {
  const { file, soundFont, start, seed, transpose, level } = recipe;
  const midi = readMidi(readFileSync(file));
  const options = { soundFont, seed, transpose, sampleRate: SAMPLE_RATE };
  const parts = balance(renderParts(midi, [start, SECONDS], options), seed + 900);
  const all = addUp(Object.values(parts));
  const melody = findMelody(midi)
    .map((note) => ({
      ...note,
      start: note.start - start,
      end: note.end - start,
      key: note.key + transpose,
    }))
    .filter(({ end, start: from }) => end > 0 && from < SECONDS);
  const mean = melody.reduce((sum, { key }) => sum + key, 0) / Math.max(1, melody.length);
  const voice = voices[seed % voices.length]!;
  const octave = 12 * Math.round(((seed % 2 === 0 ? 57 : 64) - mean) / 12);
  const song = { sampleRate: SAMPLE_RATE, seconds: SECONDS, seed, bandwidth: voice.bandwidth };
  const place = (samples: Float32Array, where: number, wet: number) =>
    placeVoice(samples, { place: where, wet, seed: 3 * seed, sampleRate: SAMPLE_RATE }, convolve);
  const dry = sing(voice.speech, melody, { ...song, transpose: octave });
  const lead = place(dry, 0, 0.12 + 0.03 * (seed % 5));
  const others = withBacking
    ? [4, 7].map((interval, i) =>
        place(
          sing(voices[(seed + 1 + i) % voices.length]!.speech, melody, {
            ...song,
            seed: seed + 7 * i,
            transpose: octave + interval,
          }),
          i === 0 ? -0.6 : 0.6,
          0.25,
        ),
      )
    : [];
  const loudness = rms(lead);
  const target = (rms(all) / Math.max(1e-9, loudness)) * 10 ** (level / 20);
  const backing = withBacking
    ? addUp(others.map((one) => scale((0.35 * target * loudness) / Math.max(1e-9, rms(one)), one)))
    : null;
  const own = scale(target, lead);
  const vocals = addUp([own, ...(backing ? [backing] : [])]);
  const name = `${file.split("/").at(-1)!.replace(".mid", "")}`;
  const heard = loudness > SILENT;
  return {
    name,
    lead: heard ? own : null,
    backing: heard ? backing : null,
    stems: heard ? { vocals, ...parts } : parts,
  };
}

const font = (name: string) => join(SOUND_FONTS, name);

/** Rendered songs that separation is judged by, or (`learn`) that constants are chosen on. */
export function* renderSongs(set: "judge" | "learn", root: string, rounds = 1): Generator<Song> {
  const voices = readVoices(set, root);
  const judged = new Set<string>(JUDGED.map((name) => `${name}.mid`));
  const files = readdirSync(MIDI_SONGS).filter(
    (name) =>
      name.endsWith(".mid") && !DOUBLED.test(name) && judged.has(name) === (set === "judge"),
  );
  const own = files.sort().map((name) => join(MIDI_SONGS, name));
  const paths =
    set === "judge"
      ? own
      : [
          ...own,
          ...readdirSync(OTHER_MIDI)
            .sort()
            .map((name) => join(OTHER_MIDI, name)),
        ];
  for (let round = 0; round < rounds; round++)
    for (const [i, file] of paths.entries()) {
      const random = createRandom(1000 * round + i + (set === "judge" ? 500 : 0));
      const start = 8 + 40 * round * random.uniform();
      const soundFont =
        set === "judge"
          ? font("sf2/FluidR3_GM.sf2")
          : font((i + round) % 2 === 0 ? "sf2/TimGM6mb.sf2" : "sf2/sf_GMbank.sf2");
      const transpose = set === "judge" ? 0 : Math.round(6 * random.uniform() - 3);
      const level = -6 + 5 * random.uniform();
      yield renderSong(
        { file, soundFont, start, seed: i + 41 * round, transpose, level },
        voices,
        i % 3 === 0,
      );
    }
}

/** Seconds of real songs at which an excerpt begins. */
const STARTS = [40, 90] as const;
/** dB of the voice over the song. */
const LEVELS = [-2, -5, -8] as const;

/**
 * Real songs, of which the guitar is known, with the voice of a rendered one over each: by one band's
 * they are judged, on the other's constants are chosen.
 */
export function* renderReal(set: "judge" | "learn", rendered: readonly Song[]): Generator<Song> {
  const folder = join(REAL_SONGS, set === "judge" ? "muldjord" : "sectoid");
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const voices = rendered.flatMap(({ stems }) => (stems.vocals ? [stems.vocals] : []));
  for (const [i, { name }] of names.entries())
    for (const [j, start] of STARTS.entries()) {
      const read = (file: string) => readStereo(join(folder, name, file), [start, SECONDS]);
      const [guitar, rest] = [read("guitar.ogg"), read("song.ogg")];
      const song = addUp([rest, guitar]);
      const at = 2 * i + j;
      const voice = voices[(2 * at + 1) % voices.length]!;
      const level = LEVELS[at % LEVELS.length]!;
      const vocals = scale((rms(song) / rms(voice)) * 10 ** (level / 20), voice);
      const stems = rms(guitar) > SILENT ? { vocals, guitar, rest } : { vocals, rest };
      yield { name: `${name} ${start}`, lead: null, backing: null, stems };
    }
}
