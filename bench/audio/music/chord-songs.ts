import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Chord } from "#audio/music/chords/chord.ts";
import { createRandom, type Random } from "../random.ts";
import { type MidiEvent, PERCUSSION_CHANNEL, timesOf, writeMidi } from "../separation/midi.ts";
import { addDrums, type ChordSet, compose, DIVISION } from "./compose-chords.ts";
import { playPatches } from "./play-patches.ts";

export interface ChordSong {
  readonly name: string;
  readonly samples: Float32Array;
  /** What it has and how it is played, for tables. */
  readonly kinds: readonly string[];
  /** Seconds of each beat. */
  readonly beats: readonly number[];
  /** Chord of each beat; null: none. */
  readonly chords: readonly (Chord | null)[];
}

export const CHORD_RATE = 22_050;
export const SOUND_FONTS = {
  fit: ["/usr/share/sounds/sf2/TimGM6mb.sf2"],
  loops: ["/usr/share/sounds/sf2/TimGM6mb.sf2"],
  judge: [
    "/usr/share/sounds/sf2/FluidR3_GM.sf2",
    "/usr/share/sounds/sf3/MuseScore_General_Lite.sf3",
  ],
} as const;
const SEEDS = { fit: 10_000, loops: 200_000, judge: 500_000 } as const;
/** Debian packages, each with a file that shows that it is there. */
export const CHORD_PACKAGES = {
  fluidsynth: "/usr/bin/fluidsynth",
  "timgm6mb-soundfont": SOUND_FONTS.fit[0],
  "fluid-soundfont-gm": SOUND_FONTS.judge[0],
  "musescore-general-soundfont-small": SOUND_FONTS.judge[1],
};

/** A song of a set; with drums alone every 12th time. */
export function makeChordSong(set: ChordSet, index: number, seconds: number): ChordSong {
  const random = createRandom(SEEDS[set] + index);
  const song = compose(set, random, seconds);
  const onlyDrums = index % 12 === 11;
  if (onlyDrums) {
    song.chords.fill(null);
    addDrums(song.beats, 4, random, (key, at) => {
      const tick = Math.round(at * DIVISION);
      song.events.push(
        { tick, bytes: [0x99, key, 90] },
        { tick: tick + 60, bytes: [0x89, key, 0] },
      );
    });
  }
  const sounding = onlyDrums
    ? song.events.filter(
        ({ bytes }) => bytes[0] === 0xff || (bytes[0]! & 15) === PERCUSSION_CHANNEL,
      )
    : song.events;
  const end = { tick: song.beats * DIVISION + 1, bytes: [0xb0, 120, 0] };
  const events = [...sounding, end].toSorted((a, b) => a.tick - b.tick);
  const midi = { division: DIVISION, events };
  // A quarter of the songs is tuned between the notes: the same samples at another rate.
  const detuned = random.uniform() < 0.35 ? 2 ** ((random.uniform() - 0.5) / 12) : 1;
  const rate = Math.round(CHORD_RATE * detuned);
  const patched = random.uniform() < 0.25;
  const dry = patched
    ? playPatches(midi, rate, random, set === "judge")
    : renderNotes(
        midi,
        rate,
        SOUND_FONTS[set][Math.floor(SOUND_FONTS[set].length * random.uniform())]!,
      );
  const marks = Array.from({ length: song.beats }, (_, beat) => ({
    tick: beat * DIVISION,
    bytes: MARK,
  }));
  const timed = [...events, ...marks].toSorted((a, b) => a.tick - b.tick);
  const times = timesOf({ division: DIVISION, events: timed });
  const beats = times
    .filter((_, i) => timed[i]!.bytes === MARK)
    .map((time) => (time * rate) / CHORD_RATE);
  const kinds = [...song.kinds, detuned === 1 ? "" : "detuned", patched ? "synthesizer" : ""];
  return {
    name: `${set} ${index}`,
    samples: finishMix(dry, random),
    kinds: kinds.filter((kind) => kind !== ""),
    beats,
    chords: song.chords,
  };
}

const MARK = [0xb0, 0x14, 0];

/** Mono samples of a whole song. */
export function renderNotes(
  midi: { readonly division: number; readonly events: readonly MidiEvent[] },
  rate: number,
  font: string,
  options: readonly string[] = [],
): Float32Array {
  const folder = mkdtempSync(join(tmpdir(), "chords-"));
  try {
    const [file, raw] = ["song.mid", "song.raw"].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    writeFileSync(file, writeMidi(midi));
    const shape = ["-T", "raw", "-O", "float", "-r", String(rate), "-g", "0.4", ...options];
    execFileSync("fluidsynth", ["-ni", ...shape, "-F", raw, font, file], {
      stdio: "ignore",
      timeout: 400_000,
    });
    const both = new Float32Array(new Uint8Array(readFileSync(raw)).buffer);
    return Float32Array.from(
      { length: both.length >> 1 },
      (_, i) => 0.5 * (both[2 * i]! + both[2 * i + 1]!),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Tilts the spectrum, drives it, and adds noise, as recordings differ. */
export function finishMix(samples: Float32Array, random: Random): Float32Array {
  const tilt = 0.9 * (random.uniform() - 0.4);
  const drive = random.uniform() < 0.3 ? 2 + 4 * random.uniform() : 0;
  const noise = 10 ** (-(35 + 40 * random.uniform()) / 20);
  const loudest = samples.reduce((peak, x) => Math.max(peak, Math.abs(x)), 1e-6);
  let before = 0;
  return samples.map((x) => {
    const tilted = (x - tilt * before) / loudest;
    before = x;
    const driven = drive > 0 ? Math.tanh(drive * tilted) / drive : tilted;
    return 0.5 * driven + 0.1 * noise * random.normal();
  });
}
