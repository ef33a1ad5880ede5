import { describe, expect, it } from "vitest";
import type { Chord } from "../chords/chord.ts";
import { type ChartSource, chartOf } from "./chart.ts";
import { writeMidi } from "./write-midi.ts";

interface Event {
  readonly tick: number;
  readonly status: number;
  /** Type of a meta event. */
  readonly type: number;
  readonly data: readonly number[];
}

/** A strict parser of Standard MIDI Files, without running status; throws on any deviation. */
function parse(file: Uint8Array) {
  let at = 0;
  const byte = (): number => {
    if (at >= file.length) throw new Error("ended early");
    return file[at++]!;
  };
  const bytes = (count: number): number[] => Array.from({ length: count }, byte);
  const number = (count: number): number => bytes(count).reduce((sum, x) => 256 * sum + x, 0);
  const text = (count: number): string => String.fromCharCode(...bytes(count));
  const variable = (): number => {
    let value = 0;
    for (let i = 0; i < 4; i++) {
      const next = byte();
      value = 128 * value + (next & 127);
      if (next < 128) return value;
    }
    throw new Error("a quantity of more than four bytes");
  };
  if (text(4) !== "MThd" || number(4) !== 6) throw new Error("no header");
  const [format, count, division] = [number(2), number(2), number(2)];
  const tracks = Array.from({ length: count }, () => {
    if (text(4) !== "MTrk") throw new Error("no track");
    const end = at + 4 + number(4);
    const events: Event[] = [];
    let tick = 0;
    while (at < end) {
      tick += variable();
      const status = byte();
      if (status === 0xff) {
        const type = byte();
        events.push({ tick, status, type, data: bytes(variable()) });
        if (type === 0x2f && at !== end) throw new Error("events after the end");
      } else if (status >= 0x80 && status < 0xf0) {
        const data = bytes((status & 0xe0) === 0xc0 ? 1 : 2);
        if (data.some((value) => value > 127)) throw new Error("a data byte above 127");
        events.push({ tick, status, type: -1, data });
      } else throw new Error(`status ${status}`);
    }
    if (events.at(-1)?.type !== 0x2f) throw new Error("a track without an end");
    return events;
  });
  if (at !== file.length) throw new Error("bytes after the last track");
  return { format, division, tracks };
}

/** Seconds at a tick, by the tempo events. */
function secondsAt(events: readonly Event[], division: number, tick: number): number {
  let [seconds, from, micros] = [0, 0, 500_000];
  for (const event of events.filter(({ type }) => type === 0x51)) {
    if (event.tick >= tick) break;
    seconds += ((event.tick - from) / division) * (micros / 1e6);
    from = event.tick;
    micros = event.data.reduce((sum, x) => 256 * sum + x, 0);
  }
  return seconds + ((tick - from) / division) * (micros / 1e6);
}

const chord = (root: number): Chord => ({ root, quality: "minor-seventh" });

/** Beats that become faster, from 1.4 s on, with a pickup. */
function songOf(division: 2 | 3, beatsPerBar: 2 | 3 | 4): ChartSource {
  const beats: number[] = [];
  for (let i = 0, time = 1.4; i < 22; i++, time += 0.6 - 0.01 * i) beats.push(time);
  return {
    seconds: beats.at(-1)! + 0.5,
    beat: { beats, beatsPerBar, division, first: 1, bpm: 100, steady: false },
    keys: [{ tonic: 3, mode: "minor", clarity: 1, from: 0 }],
    chords: [
      { from: beats[1]!, to: beats[5]!, chord: chord(3) },
      { from: beats[5]!, to: beats[9]!, chord: chord(8) },
      { from: beats[13]!, to: beats[21]!, chord: chord(3) },
    ],
  };
}

describe.each([
  [2, 4, 480],
  [2, 3, 480],
  [3, 2, 720],
] as const)("a MIDI file in %i parts and %i beats", (division, beatsPerBar, perBeat) => {
  const song = songOf(division, beatsPerBar);
  const chart = chartOf(song);
  const { format, division: ticks, tracks } = parse(writeMidi(chart, { title: "Größe" }));
  const [conductor, chords] = tracks as [Event[], Event[]];
  const markers = conductor.filter(({ type }) => type === 6);

  it("TLS-12 is of format 1, and its names are UTF-8", () => {
    expect([format, ticks, tracks.length]).toEqual([1, 480, 2]);
    expect(new TextDecoder().decode(Uint8Array.from(conductor[0]!.data))).toBe("Größe");
  });

  it("TLS-12 runs in time with the song: chords are where they sound", () => {
    const times = markers.map(({ tick }) => secondsAt(conductor, ticks, tick));
    const { beats } = song.beat!;
    expect(times).toHaveLength(6);
    expect(times[0]).toBe(0);
    for (const [i, beat] of [1, 5, 9, 13, 21].entries())
      expect(Math.abs(times[i + 1]! - beats[beat]!)).toBeLessThan(0.001);
  });

  it("TLS-12 has bar lines where the song has them", () => {
    const lengths = conductor
      .filter(({ type }) => type === 0x58)
      .map(({ tick, data: [count, power] }) => ({ tick, length: (count! * 1920) / 2 ** power! }));
    const line = markers[1]!.tick;
    const { tick, length } = lengths.findLast((one) => one.tick <= line)!;
    expect((line - tick) % length).toBe(0);
    expect(length).toBe(beatsPerBar * perBeat);
    expect(lengths[0]!.tick).toBe(0);
  });

  it("TLS-12 has notes that end, and the key", () => {
    const on = chords.filter(({ status }) => status === 0x90);
    const off = chords.filter(({ status }) => status === 0x80);
    expect(on).toHaveLength(15);
    const keysOf = (events: readonly Event[]): number[] =>
      events.map(({ data }) => data[0]!).toSorted((a, b) => a - b);
    expect(keysOf(off)).toEqual(keysOf(on));
    expect(on.slice(0, 5).map(({ data }) => data[0]! % 12)).toEqual([3, 3, 6, 10, 1]);
    // E♭ minor: six flats.
    expect(conductor.find(({ type }) => type === 0x59)!.data).toEqual([250, 1]);
  });
});

it("TLS-12 every tempo of a MIDI file is near that of the song, wherever its first beat is", () => {
  for (const start of [0, 0.005, 0.02, 0.2, 0.26, 0.45, 3.02]) {
    const beats = Array.from({ length: 8 }, (_, i) => start + i / 2);
    const chart = chartOf({
      seconds: start + 4,
      beat: { beats, beatsPerBar: 4, division: 2, first: 0, bpm: 120, steady: true },
      chords: beats.map((from, i) => ({ from, to: from + 0.5, chord: chord(i) })),
    });
    const { division, tracks } = parse(writeMidi(chart, { title: "" }));
    const [conductor] = tracks as [Event[]];
    for (const { data } of conductor.filter(({ type }) => type === 0x51)) {
      const bpm = 6e7 / data.reduce((sum, x) => 256 * sum + x, 0);
      expect(bpm, `${start} s`).toBeGreaterThanOrEqual(79);
      expect(bpm, `${start} s`).toBeLessThanOrEqual(241);
    }
    const second = conductor.filter(({ type }) => type === 6).at(-1)!;
    expect(secondsAt(conductor, division, second.tick)).toBeCloseTo(beats.at(-1)!, 3);
  }
});

it("TLS-12 a song without beats and chords is a valid MIDI file, too", () => {
  const { tracks } = parse(writeMidi(chartOf({ seconds: 0, beat: null }), { title: "" }));
  expect(tracks[1]!.filter(({ status }) => status === 0x90)).toEqual([]);
});
