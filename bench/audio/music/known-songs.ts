import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Key } from "#audio/music/key.ts";
import { isNoteOn, type Midi, readMidi } from "../separation/midi.ts";
import { renderParts, type Stereo } from "../separation/multitracks.ts";
import { addUp, MIDI_SONGS, REAL_SONGS, SAMPLE_RATE, readStereo } from "../separation/songs.ts";
import { BEATS, composeFor, PLANS, type SongPlan } from "./made-songs.ts";

/** A song with what is known of it. */
export interface KnownSong {
  readonly kind: "made" | "rendered" | "real";
  readonly name: string;
  readonly samples: Stereo;
  /** Beats a minute; the mean where they move. */
  readonly bpm: number;
  /** Seconds of each beat, and which begin a bar; null: only the tempo is known. */
  readonly beats: readonly number[] | null;
  readonly beatsPerBar: number | null;
  readonly key: Key | null;
}

const SECONDS = 40;
/** Keys of songs whose files say them, in semitones above C. */
const KEYS: Readonly<Record<string, Key>> = {
  be_sharp_bw_redfarn: { tonic: 0, mode: "minor" },
  city_blues_redfarn: { tonic: 7, mode: "major" },
  moo_redfarn: { tonic: 7, mode: "major" },
  no_work_song_redfarn: { tonic: 0, mode: "minor" },
  slow_neasy_redfarn: { tonic: 5, mode: "major" },
  the_hobo_redfarn: { tonic: 7, mode: "major" },
};

const optionsOf = (seed: number, soundFont: string) => ({
  soundFont,
  seed,
  transpose: 0,
  sampleRate: SAMPLE_RATE,
});

function makeSong(plan: SongPlan, soundFont: string): KnownSong {
  const { midi, beats } = composeFor(plan, SECONDS);
  return {
    kind: "made",
    name: `${plan.name} ${plan.meter}`,
    samples: addUp(Object.values(renderParts(midi, [0, SECONDS], optionsOf(plan.seed, soundFont)))),
    bpm: (60 * (beats.length - 1)) / (beats.at(-1)! - beats[0]!),
    beats,
    beatsPerBar: BEATS[plan.meter],
    key: plan.key,
  };
}

/** Whether notes lie on the grid of the file: some were played freely, and its tempo says nothing. */
function isOnGrid(midi: Midi): boolean {
  const notes = midi.events.filter((event) => isNoteOn(event));
  const part = midi.division / 4;
  const near = notes.filter(({ tick }) => {
    const off = tick % part;
    return Math.min(off, part - off) <= part / 8;
  });
  return near.length > 0.6 * notes.length;
}

/** Beats a minute of a file that has one tempo; null where it has several. */
function tempoOf(midi: Midi): number | null {
  const all = midi.events.filter(({ bytes }) => bytes[0] === 0xff && bytes[1] === 0x51);
  const bpm = all.map(({ bytes }) => 6e7 / ((bytes[3]! << 16) | (bytes[4]! << 8) | bytes[5]!));
  const [first] = bpm;
  return first !== undefined && bpm.every((one) => Math.abs(one - first) < 0.01) ? first : null;
}

/** Songs made for this, rendered songs of known tempo, and real ones. */
export function* loadKnownSongs(soundFont: string, quick: boolean): Generator<KnownSong> {
  for (const plan of quick ? PLANS.filter((_, i) => i % 5 === 0) : PLANS)
    yield makeSong(plan, soundFont);
  const files = readdirSync(MIDI_SONGS).filter((name) => name.endsWith(".mid"));
  for (const [i, file] of files.sort().entries()) {
    const midi = readMidi(readFileSync(join(MIDI_SONGS, file)));
    const bpm = tempoOf(midi);
    if (bpm === null || !isOnGrid(midi) || (quick && i % 8 !== 0)) continue;
    const name = file.replace(".mid", "");
    const parts = renderParts(midi, [8, SECONDS], optionsOf(i, soundFont));
    const key = KEYS[name] ?? null;
    const samples = addUp(Object.values(parts));
    yield { kind: "rendered", name, samples, bpm, beats: null, beatsPerBar: null, key };
  }
  for (const band of ["muldjord", "sectoid"])
    for (const { name } of readdirSync(join(REAL_SONGS, band), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory(),
    )) {
      const folder = join(REAL_SONGS, band, name);
      const bpm = tempoOf(readMidi(readFileSync(join(folder, "notes.mid"))));
      if (bpm === null || (quick && name !== "Feelings")) continue;
      const [song, guitar] = ["song.ogg", "guitar.ogg"].map((file) =>
        readStereo(join(folder, file), [30, SECONDS]),
      ) as [Stereo, Stereo];
      // The guitar ends sooner in some.
      const samples = addUp(song[0].length < guitar[0].length ? [song, guitar] : [guitar, song]);
      yield { kind: "real", name, samples, bpm, beats: null, beatsPerBar: null, key: null };
    }
}
