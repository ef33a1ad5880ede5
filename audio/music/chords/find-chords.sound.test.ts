import { describe, expect, it } from "vitest";
import { playNotes } from "#bench/audio/music/play-notes.ts";
import { createRandom } from "#bench/audio/random.ts";
import { type MidiEvent, PERCUSSION_CHANNEL } from "#bench/audio/separation/midi.ts";
import { createSongAnalyzer } from "../analyze-song.ts";
import { nameOfChord } from "../chart/spelling.ts";

const RATE = 22_050;
const DIVISION = 480;
/** Notes of C, Am, F/A, G7, Dm7 and E; the lowest is the bass. */
const VOICINGS: Readonly<Record<string, readonly number[]>> = {
  C: [36, 60, 64, 67],
  Am: [45, 60, 64, 69],
  "F/A": [45, 60, 65, 69],
  G7: [43, 59, 62, 65, 67],
  Dm7: [38, 60, 62, 65, 69],
  E: [40, 59, 64, 68],
};

/** Each chord for a bar of 4/4 at 120 BPM, played on beats 1 and 3, with drums. */
function compose(names: readonly string[], withChords: boolean): Float32Array {
  const events: MidiEvent[] = [];
  const note = (channel: number, key: number, from: number, length: number) => {
    events.push({ tick: from, bytes: [0x90 | channel, key, 80] });
    events.push({ tick: from + length - 5, bytes: [0x80 | channel, key, 0] });
  };
  for (const [bar, name] of names.entries())
    for (let beat = 0; beat < 4; beat++) {
      const tick = (4 * bar + beat) * DIVISION;
      if (withChords && beat % 2 === 0)
        for (const key of VOICINGS[name]!) note(0, key, tick, 2 * DIVISION);
      note(PERCUSSION_CHANNEL, beat % 2 === 0 ? 36 : 38, tick, 60);
      for (const half of [0, 0.5]) note(PERCUSSION_CHANNEL, 42, tick + half * DIVISION, 60);
    }
  const midi = { division: DIVISION, events: events.toSorted((a, b) => a.tick - b.tick) };
  return playNotes(midi, 2 * names.length, RATE);
}

function chordsOf(samples: Float32Array, sampleRate = RATE) {
  const analyzer = createSongAnalyzer({ sampleRate, channels: 1 });
  analyzer.push([samples]);
  const { chords, key } = analyzer.finish();
  return chords!.map(({ from, to, chord }) => ({ from, to, name: nameOfChord(chord, key) }));
}

const SONG = ["C", "Am", "F/A", "G7", "C", "Dm7", "G7", "C", "Am", "E", "Am", "G7"];

describe("chords of a song", () => {
  it("TLS-12 are found with their bars, with sevenths and an inversion", () => {
    const found = chordsOf(compose(SONG, true));
    expect(found.map(({ name }) => name)).toEqual(SONG);
    for (const [bar, { from }] of found.entries())
      expect(Math.abs(from - 2 * bar)).toBeLessThan(0.1);
  });

  it("TLS-12 are the same for a song that is tuned a third of a semitone lower", () => {
    const rate = Math.round(RATE * 2 ** (-0.33 / 12));
    const samples = compose(SONG, true);
    expect(chordsOf(samples, rate).map(({ name }) => name)).toEqual(SONG);
  });

  it("TLS-12 are none in drums, noise and silence", () => {
    const random = createRandom(5);
    const noise = Float32Array.from({ length: 10 * RATE }, () => 0.1 * random.normal());
    for (const samples of [
      compose(SONG, false),
      noise,
      new Float32Array(5 * RATE),
      new Float32Array(0),
    ])
      expect(chordsOf(samples)).toEqual([]);
  });
});
