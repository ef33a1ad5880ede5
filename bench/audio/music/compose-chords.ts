import { type Chord, QUALITIES, type Quality } from "#audio/music/chords/chord.ts";
import type { Random } from "../random.ts";
import { type MidiEvent, PERCUSSION_CHANNEL } from "../separation/midi.ts";
import { JUDGED_PROGRESSIONS } from "./chord-progressions.ts";

/**
 * What the network is fitted to (many chords), what the constants of the search are chosen on (songs
 * with loops of chords, of the same instruments), and what both are judged by.
 */
export type ChordSet = "fit" | "loops" | "judge";

export const DIVISION = 480;
const STYLES = ["held", "beats", "arpeggio", "offbeat", "strum"] as const;
type Style = (typeof STYLES)[number];

/** Programs of General MIDI for chords, basses and melodies. */
const CHORDS = [
  0, 1, 2, 4, 5, 7, 16, 18, 19, 24, 25, 26, 27, 28, 29, 30, 48, 50, 51, 61, 80, 81, 88, 89, 90,
];
const BASSES = [32, 33, 34, 35, 36, 38, 39];
const MELODIES = [11, 22, 40, 52, 53, 54, 56, 64, 65, 66, 68, 71, 73, 74, 80, 81];
/** Most frequent qualities of the fitting set come from scales; these replace them at random. */
const RARE: readonly Quality[] = Object.keys(QUALITIES) as Quality[];
const MAJOR_SCALE = [0, 2, 4, 5, 7, 9, 11];
const MINOR_SCALE = [0, 2, 3, 5, 7, 8, 10];

const any = <T>(list: readonly T[], random: Random): T =>
  list[Math.floor(random.uniform() * list.length)]!;

/** A chord on a degree of a scale, with a seventh or not. */
function diatonic(scale: readonly number[], degree: number, seventh: boolean): Omit<Chord, "bass"> {
  const at = (step: number): number => scale[step % 7]! + 12 * Math.floor(step / 7);
  const root = at(degree);
  const tones = [0, 2, 4, 6].map((step) => at(degree + step) - root);
  const fits = (quality: Quality, count: number): boolean =>
    QUALITIES[quality].tones.length === count &&
    QUALITIES[quality].tones.every((tone, i) => tone === tones[i]);
  const found =
    (seventh ? RARE.find((quality) => fits(quality, 4)) : undefined) ??
    RARE.find((quality) => fits(quality, 3)) ??
    "major";
  return { root: root % 12, quality: found };
}

const drawChord = (
  scale: readonly number[],
  { sevenths, rare }: { readonly sevenths: number; readonly rare: number },
  random: Random,
): Omit<Chord, "bass"> =>
  random.uniform() < rare
    ? { root: Math.floor(12 * random.uniform()), quality: any(RARE, random) }
    : diatonic(scale, Math.floor(7 * random.uniform()), random.uniform() < sevenths);

/** Chords and how many beats each lasts. */
type Harmony = readonly (readonly [chord: Omit<Chord, "bass">, beats: number])[];

function harmonyOf(set: ChordSet, perBar: number, bars: number, random: Random): Harmony {
  const out: (readonly [Omit<Chord, "bass">, number])[] = [];
  let tonic = Math.floor(12 * random.uniform());
  let left = bars * perBar;
  const scale = any([MAJOR_SCALE, MINOR_SCALE], random);
  const sevenths = any([0, 0.1, 0.5, 0.9], random);
  const rare = any([0.1, 0.3, 0.7], random);
  const draw = (length: number): Harmony[number] => [
    drawChord(scale, { sevenths, rare }, random),
    length,
  ];
  const own: Harmony =
    set === "judge"
      ? any(JUDGED_PROGRESSIONS, random).map(([chord, part]) => [
          chord,
          Math.max(1, Math.round(part * perBar)),
        ])
      : Array.from({ length: any([2, 4, 8], random) }, () =>
          draw(random.uniform() < 0.3 ? perBar >> 1 : perBar),
        );
  while (left > 0) {
    // The network sees single beats: many chords say more than many beats of one.
    const drawn = set === "fit" ? [draw(any([1, 2, 2], random))] : own;
    for (const [chord, length] of drawn) {
      out.push([{ ...chord, root: (chord.root + tonic) % 12 }, length]);
      left -= length;
    }
    // The last choruses may be higher.
    if (set !== "fit" && random.uniform() < 0.15) tonic += any([1, 2, 3, 5], random);
  }
  return out;
}

/** Note numbers of a chord around a middle, in a drawn voicing. */
function voice({ root, quality }: Chord, middle: number, random: Random): number[] {
  const tones: readonly number[] = QUALITIES[quality].tones;
  const dropsFifth = tones.length === 4 && tones[2] === 7 && random.uniform() < 0.2;
  const used = dropsFifth ? tones.filter((tone) => tone !== 7) : tones;
  const start = middle - 7 + Math.floor(8 * random.uniform());
  const close = used
    .map((tone) => start + ((((root + tone - start) % 12) + 12) % 12))
    .toSorted((a, b) => a - b);
  if (random.uniform() < 0.3) close[1] = close[1]! + 12;
  if (random.uniform() < 0.3) close.push(close[0]! + 12);
  return close;
}

/** Next note of a melody: one of the chord, or of a scale on its root. */
function nextNote(last: number, { root, quality }: Chord, random: Random): number {
  const near = Array.from({ length: 15 }, (_, i) => last - 7 + i);
  const among = (tones: readonly number[]) =>
    near.filter((key) => tones.some((tone) => (root + tone) % 12 === key % 12));
  const tones = random.uniform() < 0.6 ? QUALITIES[quality].tones : MAJOR_SCALE;
  return Math.max(62, Math.min(88, any(among(tones), random)));
}

interface Composition {
  readonly events: MidiEvent[];
  readonly chords: (Chord | null)[];
  readonly beats: number;
  readonly kinds: readonly string[];
}

/** A song of chords with bass, melody and drums, all of them optional. */
export function compose(set: ChordSet, random: Random, seconds: number): Composition {
  const bpm = 62 + 100 * random.uniform();
  const perBar = random.uniform() < 0.2 ? 3 : 4;
  const bars = Math.ceil((seconds * bpm) / 60 / perBar);
  const harmony = harmonyOf(set, perBar, bars, random);
  const beats = bars * perBar;
  const events: MidiEvent[] = [];
  const drift = random.uniform() < 0.25 ? 0.12 * (random.uniform() - 0.5) : 0;
  for (let beat = 0; beat < beats; beat++) {
    const length = Math.round(6e7 / (bpm * (1 + (drift * beat) / beats)));
    const bytes = [0xff, 0x51, 3, length >> 16, (length >> 8) & 255, length & 255];
    events.push({ tick: beat * DIVISION, bytes });
  }
  const note = (
    channel: number,
    key: number,
    velocity: number,
    [from, length]: [number, number],
  ) => {
    if (key < 20 || key > 110 || from >= beats) return;
    const late = channel === PERCUSSION_CHANNEL ? 0 : Math.floor(14 * random.uniform());
    const tick = Math.round(from * DIVISION) + late;
    const level = Math.max(20, Math.min(127, Math.round(velocity + 8 * random.normal())));
    events.push({ tick, bytes: [0x90 | channel, key, level] });
    const end = Math.round((from + length) * DIVISION) - 5;
    events.push({ tick: Math.max(tick + 20, end), bytes: [0x80 | channel, key, 0] });
  };
  for (const [channel, programs] of [CHORDS, BASSES, MELODIES, CHORDS].entries())
    events.push({ tick: 0, bytes: [0xc0 | channel, any(programs, random)] });
  const has = {
    bass: random.uniform() < 0.85,
    melody: random.uniform() < 0.65,
    drums: random.uniform() < 0.75,
    second: random.uniform() < 0.4,
  };
  const level = {
    chords: 60 + 40 * random.uniform(),
    bass: 70 + 40 * random.uniform(),
    melody: 65 + 40 * random.uniform(),
    drums: 60 + 50 * random.uniform(),
  };
  const style = any(STYLES, random);
  const walks = random.uniform() < 0.25;
  const inversions = any(set === "fit" ? [0.1, 0.4] : [0, 0, 0.3], random);
  const middle = 55 + Math.floor(14 * random.uniform());
  const chords: (Chord | null)[] = [];
  let start = 0;
  let melody = 72;
  for (const [plain, length] of harmony) {
    if (start >= beats) break;
    const tones: readonly number[] = QUALITIES[plain.quality].tones;
    const inverted = has.bass && random.uniform() < inversions;
    const bass = inverted ? (plain.root + any(tones.slice(1), random)) % 12 : plain.root;
    const chord: Chord = bass === plain.root ? plain : { ...plain, bass };
    for (let i = 0; i < length && chords.length < beats; i++) chords.push(chord);
    const keys = voice(chord, middle, random);
    // Without a bass the lowest note of the chord is the root.
    if (!has.bass) keys.unshift(middle - 19 + ((((plain.root - middle + 19) % 12) + 12) % 12));
    playChord(
      { keys, style },
      [start, length],
      (key, at) => note(0, key, level.chords, at),
      random,
    );
    if (has.second)
      for (const key of voice(chord, middle + 5, random))
        note(3, key, level.chords - 15, [start, length]);
    if (has.bass)
      for (let beat = 0; beat < length; beat++) {
        const own = 28 + ((bass - 28 + 48) % 12);
        const tone = walks && beat > 0 ? (plain.root + any(tones, random)) % 12 : bass;
        const key = beat === 0 ? own : 28 + ((tone - 28 + 48) % 12);
        if (beat === 0 || random.uniform() < 0.6) note(1, key, level.bass, [start + beat, 0.95]);
      }
    if (has.melody)
      for (let part = 0; part < 2 * length; part++) {
        if (random.uniform() < 0.4) continue;
        melody = nextNote(melody, plain, random);
        note(2, melody, level.melody, [start + part / 2, any([0.5, 0.5, 1], random)]);
      }
    start += length;
  }
  if (has.drums)
    addDrums(beats, perBar, random, (key, at) =>
      note(PERCUSSION_CHANNEL, key, level.drums, [at, 0.1]),
    );
  const kinds = [
    style,
    ...(has.drums ? ["drums"] : []),
    ...(has.melody ? ["melody"] : []),
    ...(has.bass ? [] : ["without bass"]),
    ...(chords.some((chord) => chord?.bass !== undefined) ? ["inversions"] : []),
    ...(drift === 0 ? [] : ["tempo changes"]),
  ];
  return { events, chords, beats, kinds };
}

function playChord(
  { keys, style }: { readonly keys: readonly number[]; readonly style: Style },
  [start, length]: readonly [number, number],
  note: (key: number, at: [number, number]) => void,
  random: Random,
): void {
  const all = (at: number, held: number) => {
    for (const [i, key] of keys.entries())
      note(key, [start + at + (style === "strum" ? 0.03 * i : 0), held]);
  };
  if (style === "held") all(0, length);
  else if (style === "arpeggio")
    for (let part = 0; part < 2 * length; part++)
      note(keys[part % keys.length]!, [start + part / 2, any([0.5, 1, 2], random)]);
  else
    for (let beat = 0; beat < length; beat++) {
      if (style === "offbeat") all(beat + 0.5, 0.4);
      else if (beat === 0 || random.uniform() < 0.7) all(beat, style === "strum" ? 0.9 : 0.8);
    }
}

export function addDrums(
  beats: number,
  perBar: number,
  random: Random,
  hit: (key: number, at: number) => void,
): void {
  const dense = random.uniform() < 0.5;
  const extra = any([37, 39, 45, 47, 49, 51, 54, 56, 70], random);
  for (let beat = 0; beat < beats; beat++) {
    const inBar = beat % perBar;
    if (inBar === 0 || (perBar === 4 && inBar === 2)) hit(36, beat);
    if (perBar === 4 ? inBar % 2 === 1 : inBar > 0) hit(38, beat);
    for (const part of dense ? [0, 0.25, 0.5, 0.75] : [0, 0.5]) hit(42, beat + part);
    if (random.uniform() < 0.2) hit(extra, beat + any([0, 0.25, 0.5], random));
    if (dense && random.uniform() < 0.3) hit(36, beat + 0.5);
  }
}
