import type { Key } from "#audio/music/key.ts";
import { createRandom, type Random } from "../random.ts";
import { type Midi, type MidiEvent, PERCUSSION_CHANNEL, timesOf } from "../separation/midi.ts";

/** What a song is made by; all of it is to be found again. */
export interface SongPlan {
  readonly name: string;
  readonly seed: number;
  readonly key: Key;
  /** Beats a minute at the beginning and at the end. */
  readonly bpm: readonly [number, number];
  readonly meter: "4/4" | "3/4" | "6/8";
}

const MAJOR_TRIAD = [0, 4, 7] as const;
const MINOR_TRIAD = [0, 3, 7] as const;
/** Degrees of chords by mode, in semitones, with whether they are minor. */
type Progression = readonly (readonly [degree: number, isMinor: number])[];
const PROGRESSIONS: Readonly<Record<Key["mode"], readonly Progression[]>> = {
  major: [
    [
      [0, 0],
      [9, 1],
      [5, 0],
      [7, 0],
    ],
    [
      [0, 0],
      [5, 0],
      [7, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [7, 0],
      [9, 1],
      [5, 0],
    ],
    [
      [2, 1],
      [7, 0],
      [0, 0],
      [9, 1],
    ],
  ],
  minor: [
    [
      [0, 1],
      [8, 0],
      [3, 0],
      [10, 0],
    ],
    [
      [0, 1],
      [5, 1],
      [7, 0],
      [0, 1],
    ],
    [
      [0, 1],
      [10, 0],
      [8, 0],
      [7, 0],
    ],
    [
      [0, 1],
      [3, 0],
      [5, 1],
      [7, 0],
    ],
  ],
};
const SCALES = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] } as const;
/** Programs of General MIDI for chords and melodies. */
const CHORDS = [0, 4, 24, 25, 27, 48, 50, 89] as const;
const MELODIES = [11, 56, 65, 73, 80, 52] as const;

const DIVISION = 480;
const [KICK, SNARE, HAT] = [36, 38, 42];
/** Ticks of a beat and of its parts; a beat of 6/8 is three eighths. */
export const BEATS = { "4/4": 4, "3/4": 3, "6/8": 2 } as const;
const PARTS = { "4/4": 4, "3/4": 4, "6/8": 6 } as const;

/** A song of so many bars: chords, bass, a melody of the scale and drums; a tick beat is one beat that is heard. */
function composeSong(plan: SongPlan, bars: number): Midi {
  const random = createRandom(plan.seed);
  const any = <T>(list: readonly T[]): T => list[Math.floor(random.uniform() * list.length)]!;
  const beats = BEATS[plan.meter];
  const parts = PARTS[plan.meter];
  const events: MidiEvent[] = [...tempoEvents(plan, bars * beats)];
  const note = (
    channel: number,
    key: number,
    velocity: number,
    [from, length]: [number, number],
  ) => {
    const tick = Math.round(from * DIVISION);
    const end = Math.round((from + length) * DIVISION) - 5;
    events.push({ tick, bytes: [0x90 | channel, key, velocity] });
    events.push({ tick: end, bytes: [0x80 | channel, key, 0] });
  };
  for (const [channel, program] of [any(CHORDS), any([33, 34, 38]), any(MELODIES)].entries())
    events.push({ tick: 0, bytes: [0xc0 | channel, program] });
  const progression = any(PROGRESSIONS[plan.key.mode]);
  const drums = drumPattern(plan.meter, random);
  const rhythm = Array.from({ length: beats * parts }, () => random.uniform());
  for (let bar = 0; bar < bars; bar++) {
    const [degree, isMinor] = progression[bar % progression.length]!;
    const root = (plan.key.tonic + degree) % 12;
    const chord = (isMinor ? MINOR_TRIAD : MAJOR_TRIAD).map((step) => 60 + ((root + step) % 12));
    const start = bar * beats;
    for (const key of chord)
      for (let beat = 0; beat < beats; beat += beats === 3 ? 3 : 2)
        note(0, key, 70, [start + beat, beats === 3 ? 3 : 2]);
    for (let beat = 0; beat < beats; beat++)
      if (beat === 0 || rhythm[beat]! < 0.6) note(1, 36 + root, 95, [start + beat, 0.9]);
    for (let part = 0; part < beats * parts; part += 2) {
      if (random.uniform() > 0.55) continue;
      const scale = SCALES[plan.key.mode];
      const own = chord.filter((key) =>
        scale.some((step) => (plan.key.tonic + step) % 12 === key % 12),
      );
      const tone = random.uniform() < 0.6 ? any(own) : 60 + ((plan.key.tonic + any(scale)) % 12);
      note(2, tone + 12, 84, [start + part / parts, 2 / parts]);
    }
    for (const [key, positions] of drums)
      for (const position of positions)
        note(PERCUSSION_CHANNEL, key, key === HAT ? 62 : 100, [start + position, 0.1]);
  }
  return { division: DIVISION, events: events.toSorted((a, b) => a.tick - b.tick) };
}

/** A song of so many seconds at least, and the times of its beats within them. */
export function composeFor(
  plan: SongPlan,
  seconds: number,
): { readonly midi: Midi; readonly beats: readonly number[] } {
  const perBar = BEATS[plan.meter];
  const bars = Math.ceil((seconds * Math.max(...plan.bpm)) / 60 / perBar) + 1;
  const midi = composeSong(plan, bars);
  // A controller without a meaning at each beat: what it is timed by times notes, too.
  const marks = Array.from({ length: bars * perBar }, (_, beat) => ({
    tick: beat * DIVISION,
    bytes: MARK,
  }));
  const events = [...midi.events, ...marks].toSorted((a, b) => a.tick - b.tick);
  const times = timesOf({ ...midi, events });
  const beats = times.filter((time, i) => events[i]!.bytes === MARK && time < seconds);
  return { midi, beats };
}

const MARK = [0xb0, 0x14, 0];

/** A tempo for each beat, so that it moves evenly from the first to the last. */
function* tempoEvents({ bpm: [first, last] }: SongPlan, beats: number): Generator<MidiEvent> {
  for (let beat = 0; beat < (first === last ? 1 : beats); beat++) {
    const bpm = first + ((last - first) * beat) / Math.max(1, beats - 1);
    const length = Math.round(6e7 / bpm);
    const bytes = [0xff, 0x51, 3, length >> 16, (length >> 8) & 255, length & 255];
    yield { tick: beat * DIVISION, bytes };
  }
}

/** Places, in beats of a bar, of each drum. */
function drumPattern(
  meter: SongPlan["meter"],
  random: Random,
): readonly (readonly [number, readonly number[]])[] {
  const dense = random.uniform() < 0.5;
  if (meter === "3/4")
    return [
      [KICK, [0]],
      [SNARE, [1, 2]],
      [HAT, [0, 0.5, 1, 1.5, 2, 2.5]],
    ];
  if (meter === "6/8")
    return [
      [KICK, [0]],
      [SNARE, [1]],
      [HAT, [0, 1, 2, 3, 4, 5].map((eighth) => eighth / 3)],
    ];
  const kicks = dense ? [0, 0.75, 2, 2.5] : [0, 2];
  const hats = Array.from({ length: dense ? 16 : 8 }, (_, i) => (4 * i) / (dense ? 16 : 8));
  return [
    [KICK, kicks],
    [SNARE, [1, 3]],
    [HAT, hats],
  ];
}

const plan = (
  index: number,
  meter: SongPlan["meter"],
  bpm: readonly [number, number],
): SongPlan => ({
  name: `made ${index + 1}`,
  seed: 40 + index,
  key: { tonic: (5 * index + 2) % 12, mode: index % 2 === 0 ? "major" : "minor" },
  bpm,
  meter,
});

/** Songs of each kind: steady, in 3/4 and 6/8, and such whose tempo moves. */
export const PLANS: readonly SongPlan[] = [
  ...[72, 84, 95.5, 100, 118, 126, 128.37, 140, 150, 172].map((bpm, i) =>
    plan(i, "4/4", [bpm, bpm]),
  ),
  ...[92, 108, 138, 160].map((bpm, i) => plan(10 + i, "3/4", [bpm, bpm])),
  ...[56, 66, 74, 88].map((bpm, i) => plan(14 + i, "6/8", [bpm, bpm])),
  plan(18, "4/4", [96, 112]),
  plan(19, "4/4", [130, 118]),
  plan(20, "4/4", [120, 124]),
];
