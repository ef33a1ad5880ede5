import type { Random } from "../random.ts";
import { type MidiEvent, PERCUSSION_CHANNEL } from "../separation/midi.ts";
import type { Idiom } from "./beat-idioms.ts";

/** Ticks of a beat. */
export const TICKS = 960;
const SCALES = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
] as const;
const BASSES = [32, 33, 34, 35, 38];
const [KICK, HAT, CRASH] = [36, 42, 49];

const any = <T>(list: readonly T[], random: Random): T =>
  list[Math.floor(random.uniform() * list.length)]!;
const between = ([from, to]: readonly [number, number], random: Random): number =>
  from * (to / from) ** random.uniform();

/** Beats a minute at a beat: steady, in a drift, or with one step. */
function drawTempo(idiom: Idiom, beats: number, random: Random) {
  const bpm = between(idiom.bpm, random);
  const kind = any(["steady", "steady", "steady", "drift", "step"] as const, random);
  const change = 0.06 + 0.08 * random.uniform();
  const factor = random.uniform() < 0.5 ? 1 + change : 1 / (1 + change);
  const at = (beat: number): number => {
    if (kind === "drift") return bpm * factor ** (beat / beats);
    return kind === "step" && beat > beats / 2 ? bpm * factor : bpm;
  };
  return { kind, at };
}

/** Positions in beats. */
type Span = readonly [from: number, to: number];
/** Adds a note; positions are in beats before they are swung. */
type Note = (channel: number, key: number, velocity: number, span: Span) => void;

/** Adds notes with swing and with the deviations of people who play. */
function createNotes(
  events: MidiEvent[],
  { swing, deviation }: { readonly swing: number; readonly deviation: number },
  random: Random,
): Note {
  /** Swing delays the second half of each beat. */
  const warp = (position: number): number => {
    const beat = Math.floor(position + 1e-9);
    const part = position - beat;
    return beat + (part < 0.5 ? 2 * swing * part : swing + 2 * (1 - swing) * (part - 0.5));
  };
  return (channel, key, velocity, [from, to]) => {
    const late = deviation * random.normal();
    const tick = Math.max(0, Math.round((warp(from) + late) * TICKS));
    const level = Math.max(20, Math.min(127, Math.round(velocity + 7 * random.normal())));
    events.push({ tick, bytes: [0x90 | channel, key, level] });
    const end = Math.max(tick + 40, Math.round(warp(to) * TICKS) - 10);
    events.push({ tick: end, bytes: [0x80 | channel, key, 0] });
  };
}

interface Hit {
  /** In beats. */
  readonly at: number;
  readonly length: number;
  readonly loud: boolean;
}

/** Hits of a pattern in a bar; some patterns last several bars. */
function hitsOf({ division, beatsPerBar, swing }: Idiom, pattern: string, bar: number): Hit[] {
  // Straight patterns have two or four steps a beat.
  const straight = pattern.length % (4 * beatsPerBar) === 0 && !swing ? 4 : 2;
  const steps = (division === 3 ? 3 : straight) * beatsPerBar;
  const count = Math.max(1, Math.round(pattern.length / steps));
  const part = pattern.slice((bar % count) * steps, (bar % count) * steps + steps);
  const found = Array.from(part, (sign, i) => ({ i, sign })).filter(({ sign }) => sign !== ".");
  return found.map(({ i, sign }, n) => ({
    at: bar * beatsPerBar + (i * beatsPerBar) / steps,
    loud: sign === "X",
    length: (((found[n + 1]?.i ?? steps) - i) * beatsPerBar) / steps,
  }));
}

/** Drums of a bar. Some hits are left out, as drummers vary; hats of some songs are quarters. */
function createDrums(idiom: Idiom, level: number, note: Note, random: Random) {
  const omitted = random.uniform() < 0.5 ? 0 : 0.12 * random.uniform();
  const hasQuarters = random.uniform() < 0.12;
  return (bar: number): void => {
    for (const [name, pattern] of Object.entries(idiom.drums ?? {})) {
      const key = Number(name);
      for (const { at, loud } of hitsOf(idiom, pattern, bar)) {
        if (random.uniform() < omitted && !loud) continue;
        if (key === HAT && hasQuarters && Math.abs(at - Math.round(at)) > 0.01) continue;
        const accent = key === HAT ? 0.6 : loud ? 1.1 : 0.85;
        note(PERCUSSION_CHANNEL, key, accent * level, [at, at + 0.1]);
      }
      const start = bar * idiom.beatsPerBar;
      if (bar % 8 === 0 && key === KICK && random.uniform() < 0.6)
        note(PERCUSSION_CHANNEL, CRASH!, level, [start, start + 1]);
    }
  };
}

/** A rhythm of two bars that comes back with other notes. */
function createMelody(
  { beatsPerBar, division }: Idiom,
  chordAt: (beat: number) => number[],
  note: (key: number, span: Span) => void,
  random: Random,
) {
  const density = 0.25 + 0.5 * random.uniform();
  const length = beatsPerBar * division;
  const rhythm = Array.from(
    { length: 2 * length },
    (_, i) => random.uniform() < (i % division === 0 ? density + 0.2 : density - 0.1),
  );
  let last = 72;
  return (bar: number): void => {
    for (let part = 0; part < length; part++) {
      const step = (bar % 2) * length + part;
      if (!rhythm[step] || random.uniform() < 0.1) continue;
      const at = bar * beatsPerBar + part / division;
      const near = chordAt(at).map((key) => key + 12 * Math.round((last - key) / 12));
      const next = last + any([-2, -1, 1, 2], random);
      last = Math.max(62, Math.min(86, random.uniform() < 0.6 ? any(near, random) : next));
      const held = rhythm.indexOf(true, step + 1) - step;
      note(last, [at, at + Math.max(1, held) / division]);
    }
  };
}

/** Chords that last half a bar, one, or two, on degrees of a scale that come back. */
function drawChords(beatsPerBar: number, random: Random): (beat: number) => number[] {
  const scale = any(SCALES, random);
  const tonic = Math.floor(12 * random.uniform());
  const degrees = Array.from({ length: any([2, 4, 4, 8], random) }, (_, i) =>
    i === 0 ? 0 : Math.floor(7 * random.uniform()),
  );
  const bars = any([1, 1, 1, 2, beatsPerBar === 4 ? 0.5 : 1], random);
  return (beat) => {
    const degree = degrees[Math.floor(beat / beatsPerBar / bars + 1e-9) % degrees.length]!;
    return [0, 2, 4].map((step) => 52 + ((tonic + scale[(degree + step) % 7]! + 8) % 12));
  };
}

/** A song of a kind; ticks are parts of the beat that is heard. */
export function composeBeats(idiom: Idiom, seconds: number, random: Random) {
  const { beatsPerBar, division, arpeggio = false } = idiom;
  const bars = Math.ceil((seconds * idiom.bpm[1] * 1.15) / 60 / beatsPerBar) + 2;
  const beats = bars * beatsPerBar;
  const tempo = drawTempo(idiom, beats / 2, random);
  const swing = idiom.swing ? between(idiom.swing, random) : 0.5;
  const spread = random.uniform() < 0.4 ? 0 : 0.012 * random.uniform();
  const events = Array.from({ length: beats }, (_, beat): MidiEvent => {
    const length = Math.round(6e7 / tempo.at(beat));
    const bytes = [0xff, 0x51, 3, length >> 16, (length >> 8) & 255, length & 255];
    return { tick: beat * TICKS, bytes };
  });
  const note = createNotes(events, { swing, deviation: (spread * tempo.at(0)) / 60 }, random);
  for (const [channel, programs] of [idiom.programs, BASSES, idiom.melodies].entries())
    if (programs.length > 0)
      events.push({ tick: 0, bytes: [0xc0 | channel, any(programs, random)] });
  const level = {
    drums: 60 + 55 * random.uniform(),
    chords: 55 + 45 * random.uniform(),
    bass: 65 + 45 * random.uniform(),
    melody: 60 + 50 * random.uniform(),
  };
  const has = {
    // A song without melody is of drums alone.
    drums: idiom.drums !== undefined && (random.uniform() < 0.85 || idiom.melodies.length === 0),
    melody: idiom.melodies.length > 0 && random.uniform() < 0.75,
    bass: idiom.bass !== undefined && random.uniform() < 0.9,
  };
  const chordAt = drawChords(beatsPerBar, random);
  const playDrums = createDrums(idiom, level.drums, note, random);
  const playMelody = createMelody(
    idiom,
    chordAt,
    (key, span) => note(2, key, level.melody, span),
    random,
  );
  for (let bar = 0; bar < bars; bar++) {
    if (has.drums) playDrums(bar);
    for (const [n, { at, length }] of hitsOf(idiom, idiom.chords ?? "", bar).entries()) {
      const keys = chordAt(at);
      const own = arpeggio ? [keys[[0, 1, 2, 1][n % 4]!]! + (n % 3 === 2 ? 12 : 0)] : keys;
      for (const key of own) note(0, key, level.chords, [at, at + length]);
    }
    for (const { at, length } of has.bass ? hitsOf(idiom, idiom.bass!, bar) : []) {
      const root = 28 + ((chordAt(at)[0]! - 28 + 48) % 12);
      const other =
        random.uniform() < 0.3 && at > bar * beatsPerBar ? any([5, 7, 12, -2], random) : 0;
      note(1, root + other, level.bass, [at, at + 0.95 * Math.min(1, length)]);
    }
    if (has.melody) playMelody(bar);
  }
  const kinds = [
    has.drums ? "drums" : "without drums",
    ...(tempo.kind === "steady" ? [] : ["tempo changes"]),
    ...(idiom.swing ? ["swing"] : []),
    division === 3 ? `${3 * beatsPerBar}/8` : `${beatsPerBar}/4`,
  ];
  return { events, beats, kinds };
}
