import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convolve } from "../convolve.ts";
import { listMaterial } from "../material.ts";
import { createRandom } from "../random.ts";
import { type Midi, readMidi } from "./midi.ts";
import {
  findMelody,
  type Note,
  PARTS,
  type Part,
  renderParts,
  type Stereo,
} from "./multitracks.ts";
import { positionVoice, sing } from "./sung-voice.ts";

export const SAMPLE_RATE = 44_100;

/** `rest` is the part without separate tracks. */
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
export const REAL_SONGS = "/usr/share/games/fretsonfire/data/songs";
export const SOUND_FONTS = "/usr/share/sounds";

/** Debian packages, each with a file that shows that it is there. */
export const SONG_PACKAGES = {
  fluidsynth: "/usr/bin/fluidsynth",
  "fluid-soundfont-gm": join(SOUND_FONTS, "sf2/FluidR3_GM.sf2"),
  "openttd-openmsx": MIDI_SONGS,
  "fretsonfire-songs-sectoid": join(REAL_SONGS, "sectoid"),
  "fretsonfire-songs-muldjord": join(REAL_SONGS, "muldjord"),
};
/** By which separation is judged; no constant is chosen on them, nor on FluidR3. */
const JUDGED: readonly string[] = [
  "chuggachugga",
  "flying_scotsman",
  "keep_on_rolling",
  "mighty_giant_run",
  "modern_motion",
  "run_for_your_life",
  "tttheme2",
];

/**
 * Songs in which a second instrument doubles each line, including the bass: such parts cannot be
 * separated.
 */
const DOUBLED = /_redfarn\.mid$/;

/** LibriVox sentences by number, on which constants of other effects are chosen, too. */
const CHOICE = /-(0880|0930)\.wav$/;

export const decode = (file: string, filter = "anull"): Float32Array => {
  const shape = ["-ac", "1", "-ar", String(SAMPLE_RATE), "-f", "f32le", "-"];
  const args = ["-v", "error", "-i", file, "-af", filter, ...shape];
  return new Float32Array(
    new Uint8Array(execFileSync("ffmpeg", args, { maxBuffer: 2 ** 30 })).buffer,
  );
};

/** A file's channels, as long as they were asked for; one that has one has it twice. */
export function readStereo(file: string, [start, length]: readonly [number, number]): Stereo {
  const shape = ["-ac", "2", "-ar", String(SAMPLE_RATE), "-f", "f32le", "-"];
  const args = ["-v", "error", "-ss", String(start), "-t", String(length), "-i", file, ...shape];
  const both = new Float32Array(
    new Uint8Array(execFileSync("ffmpeg", args, { maxBuffer: 2 ** 30 })).buffer,
  );
  const side = (at: number) =>
    Float32Array.from({ length: length * SAMPLE_RATE }, (_, i) => both[2 * i + at] ?? 0);
  return [side(0), side(1)];
}

export interface Voice {
  readonly speech: Float32Array;
  readonly bandwidth: number;
}

/** Sentences that are read: those on which constants are chosen, or others. */
export const readSentences = (root: string, choice: boolean): Voice[] =>
  listMaterial(root)
    .sentences.filter((file) => CHOICE.test(file) === choice)
    .map((file) => ({ speech: decode(file), bandwidth: 7600 }));

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

/** Speech as it is, again and again. */
const cutSpeech = (speech: Float32Array, seed: number): Float32Array =>
  Float32Array.from(
    { length: SECONDS * SAMPLE_RATE },
    (_, i) => speech[(i + 9973 * seed) % speech.length]!,
  );

export interface Recipe {
  readonly name: string;
  readonly midi: Midi;
  readonly melody: readonly Note[];
  readonly soundFont: string;
  readonly start: number;
  readonly seed: number;
  readonly transpose: number;
  /** dB of the voice over what accompanies it. */
  readonly level: number;
  /** How much more levels differ than in most mixes; 1 where it is missing. */
  readonly width?: number;
  /** Changes parts before they are mixed. */
  readonly color?: (parts: Partial<Record<Part, Stereo>>) => Partial<Record<Part, Stereo>>;
  readonly words?: readonly string[];
  /** The voice speaks. */
  readonly spoken?: boolean;
}

export const SECONDS = 20;
/** dB of parts over one another in a mix, and what songs differ by: files of notes do not say it. */
const BALANCE: Readonly<Record<Part, readonly [number, number]>> = {
  drums: [0, 3],
  bass: [-1, 3],
  guitar: [-3, 4],
  piano: [-3, 4],
  other: [-3, 4],
};
const SILENT = 1e-5;

/** Parts as loud as in a mix. @param width how much more they differ than in most */
function balance(
  parts: Partial<Record<Part, Stereo>>,
  seed: number,
  width: number,
): Partial<Record<Part, Stereo>> {
  const random = createRandom(seed);
  const balanced = PARTS.flatMap((part): [Part, Stereo][] => {
    const [level, spread] = BALANCE[part];
    const decibel = -20 + level + width * spread * (2 * random.uniform() - 1);
    const sound = parts[part];
    if (!sound || rms(sound) < SILENT) return [];
    return [[part, scale(10 ** (decibel / 20) / rms(sound), sound)]];
  });
  return Object.fromEntries(balanced);
}

export function renderSong(recipe: Recipe, voices: readonly Voice[], withBacking: boolean): Song {
  const { name, midi, soundFont, start, seed, transpose, level, words, spoken } = recipe;
  const options = { soundFont, seed, transpose, sampleRate: SAMPLE_RATE, ...(words && { words }) };
  const rendered = renderParts(midi, [start, SECONDS], options);
  const parts = balance(recipe.color?.(rendered) ?? rendered, seed + 900, recipe.width ?? 1);
  const all = addUp(Object.values(parts));
  const melody = recipe.melody
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
  const mixIn = (samples: Float32Array, where: number, wet: number) =>
    positionVoice(
      samples,
      { position: where, wet, seed: 3 * seed, sampleRate: SAMPLE_RATE },
      convolve,
    );
  const dry = spoken
    ? cutSpeech(voice.speech, seed)
    : sing(voice.speech, melody, { ...song, transpose: octave });
  const lead = mixIn(dry, 0, 0.12 + 0.03 * (seed % 5));
  const others = withBacking
    ? [4, 7].map((interval, i) =>
        mixIn(
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
  const isAudible = loudness > SILENT;
  return {
    name,
    lead: isAudible ? own : null,
    backing: isAudible ? backing : null,
    stems: isAudible ? { vocals, ...parts } : parts,
  };
}

/** A song of notes from a file, with its own melody. */
export const readSong = (file: string): Pick<Recipe, "name" | "midi" | "melody"> => {
  const midi = readMidi(readFileSync(file));
  const name = file.split("/").at(-1)!.replace(".mid", "");
  return { name, midi, melody: findMelody(midi) };
};

/** Files of notes by which separation is judged, or others. */
export const listSongs = (judged: boolean): string[] =>
  readdirSync(MIDI_SONGS)
    .filter((name) => name.endsWith(".mid") && !DOUBLED.test(name))
    .filter((name) => JUDGED.includes(name.replace(".mid", "")) === judged)
    .sort()
    .map((name) => join(MIDI_SONGS, name));

/** Rendered songs that separation is judged by. */
export function* renderJudged(root: string): Generator<Song> {
  const voices = readSentences(root, false);
  for (const [i, file] of listSongs(true).entries()) {
    const random = createRandom(500 + i);
    random.uniform();
    const level = -6 + 5 * random.uniform();
    const soundFont = join(SOUND_FONTS, "sf2/FluidR3_GM.sf2");
    const song = { ...readSong(file), soundFont, start: 8, seed: i, transpose: 0, level };
    yield renderSong(song, voices, i % 3 === 0);
  }
}

/** Seconds of real songs at which an excerpt begins. */
const STARTS = [40, 90] as const;
/** dB of the voice over the song. */
const LEVELS = [-2, -5, -8] as const;

/**
 * Real songs with a known guitar track, each with a rendered voice over it: the songs of one band
 * are for evaluation, those of the other for choosing constants.
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
