import { encodeUtf8 } from "../../encoding/utf8.ts";
import { type Chord, QUALITIES } from "../chords/chord.ts";
import type { SongChart } from "./chart.ts";
import { fifthsOf, nameOfChord } from "./spelling.ts";

/** Ticks per quarter note. */
const DIVISION = 480;
/** Ticks by which notes end early, so that repeated ones are separate. */
const GAP = 10;
/** Types of meta events. */
const META = { text: 1, track: 3, marker: 6, end: 0x2f, tempo: 0x51, time: 0x58, key: 0x59 };
/** Notes of chords: the bass from C2 on, the others from C4 on. */
const BASS = 36;
const CHORD = 60;
const VELOCITY = 72;
/** Tempo changes below this part of a beat's length are measuring noise. */
const SAME_TEMPO = 1e-4;

interface Event {
  readonly tick: number;
  readonly bytes: readonly number[];
}

/**
 * A Standard MIDI File (format 1) that runs in time with the sound: a track with tempo map, time
 * signatures, keys and a marker for each chord, and one with the chords as notes. What precedes the
 * first beat, less than half of one, belongs to it.
 */
export function writeMidi(chart: SongChart, { title }: { readonly title: string }): Uint8Array {
  const { beats, beatsPerBar, division, bars } = chart;
  // A beat divided into three is a dotted quarter.
  const perBeat = division === 3 ? (3 * DIVISION) / 2 : DIVISION;
  const tickOf = (beat: number): number => beat * perBeat;
  const conductor: Event[] = [textEvent(0, META.track, title)];
  const chords: Event[] = [textEvent(0, META.track, "Chords"), { tick: 0, bytes: [0xc0, 0] }];
  const durations = beats.slice(1).map((time, i) => time - (i === 0 ? 0 : beats[i]!));
  let before = 0;
  for (const [beat, length] of durations.entries()) {
    if (Math.abs(length / before - 1) < SAME_TEMPO) continue;
    conductor.push(tempoEvent(tickOf(beat), length, perBeat));
    before = length;
  }
  const timeEvent = (tick: number, count: number): Event => ({
    tick,
    bytes: metaOf(META.time, division === 3 ? [3 * count, 3, 36, 8] : [count, 2, 24, 8]),
  });
  const short = (bars[0]?.length ?? 0) % beatsPerBar;
  if (short > 0) conductor.push(timeEvent(0, short));
  conductor.push(timeEvent(short * perBeat, beatsPerBar));
  let fifths: number | null = null;
  let sounding: { readonly chord: Chord; readonly from: number } | null = null;
  const release = (tick: number): void => {
    if (sounding) chords.push(...notesOf(sounding.chord, sounding.from, tick));
    sounding = null;
  };
  let last: string | null = null;
  for (const bar of bars) {
    const tick = tickOf(bar.start);
    if (bar.key && fifthsOf(bar.key) !== fifths) {
      fifths = fifthsOf(bar.key);
      const bytes = metaOf(META.key, [fifths & 255, bar.key.mode === "minor" ? 1 : 0]);
      conductor.push({ tick, bytes });
    }
    for (const { beat, chord } of bar.chords) {
      const name = chord ? nameOfChord(chord, bar.key) : "N.C.";
      if (name === last) continue;
      last = name;
      const at = tick + beat * perBeat;
      conductor.push(textEvent(at, META.marker, name));
      release(at);
      if (chord) sounding = { chord, from: at };
    }
  }
  const end = tickOf(Math.max(0, beats.length - 1));
  release(end);
  const tracks = [conductor, chords].map((events) => trackOf(events, end));
  const header = [...word(6), 0, 1, 0, tracks.length, DIVISION >> 8, DIVISION & 255];
  return Uint8Array.from([...asciiBytes("MThd"), ...header, ...tracks.flat()]);
}

function notesOf({ root, quality, bass }: Chord, from: number, to: number): Event[] {
  const low = BASS + (bass ?? root);
  const keys = [low, ...QUALITIES[quality].tones.map((tone) => CHORD + ((root + tone) % 12))];
  return keys.flatMap((key) => [
    { tick: from, bytes: [0x90, key, VELOCITY] },
    { tick: to - GAP, bytes: [0x80, key, 0] },
  ]);
}

/** @param seconds of a beat of `ticks` */
function tempoEvent(tick: number, seconds: number, ticks: number): Event {
  const quarter = Math.round((1e6 * seconds * DIVISION) / ticks);
  // Three bytes.
  const micros = Math.max(1, Math.min(0xff_ffff, quarter));
  return {
    tick,
    bytes: metaOf(META.tempo, [micros >> 16, (micros >> 8) & 255, micros & 255]),
  };
}

const textEvent = (tick: number, type: number, text: string): Event => ({
  tick,
  bytes: metaOf(type, [...encodeUtf8(text)]),
});

const metaOf = (type: number, data: readonly number[]): number[] => [
  0xff,
  type,
  ...variable(data.length),
  ...data,
];

const asciiBytes = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const word = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >> shift) & 255);

/** Variable-length quantity: seven bits per byte. */
function variable(value: number): number[] {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
}

function trackOf(events: readonly Event[], end: number): number[] {
  const data: number[] = [];
  let now = 0;
  const sorted = events.toSorted((a, b) => a.tick - b.tick);
  for (const { tick, bytes } of sorted) {
    data.push(...variable(tick - now), ...bytes);
    now = tick;
  }
  data.push(...variable(end - now), ...metaOf(META.end, []));
  return [...asciiBytes("MTrk"), ...word(data.length), ...data];
}
