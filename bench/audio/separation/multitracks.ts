import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../random.ts";
import {
  channelOf,
  isMeta,
  isNote,
  isNoteOn,
  kindOf,
  type Midi,
  type MidiEvent,
  PERCUSSION_CHANNEL,
  timesOf,
  writeMidi,
} from "./midi.ts";

export type Stereo = readonly [Float32Array, Float32Array];

/** What a General MIDI song is taken apart into. */
export const PARTS = ["drums", "bass", "guitar", "piano", "other"] as const;
export type Part = (typeof PARTS)[number];

/** A note of a melody: seconds and number. */
export interface Note {
  readonly start: number;
  readonly end: number;
  readonly key: number;
}

/** The part of a program of General MIDI, counted from 0. */
function partOf(channel: number, program: number): Part {
  if (channel === PERCUSSION_CHANNEL || (program >= 112 && program < 120)) return "drums";
  if (program < 8) return "piano";
  if (program >= 24 && program < 32) return "guitar";
  if (program >= 32 && program < 40) return "bass";
  return "other";
}

/** The part of each event that belongs to one; null: to all. */
function partsOf({ events }: Midi): (Part | null)[] {
  const programs = Array.from({ length: 16 }, () => 0);
  return events.map((event) => {
    if (isMeta(event)) return null;
    const channel = channelOf(event);
    if (kindOf(event) === 12) programs[channel] = event.bytes[1]!;
    return isNote(event) ? partOf(channel, programs[channel]!) : null;
  });
}

/** Where channels stand, 0 to 127: those of these files mostly stand in the middle, as no mix does. */
function panPositions(seed: number): number[] {
  const random = createRandom(seed);
  const side = random.uniform() < 0.5 ? -1 : 1;
  return Array.from({ length: 16 }, (_, channel) => {
    if (channel === PERCUSSION_CHANNEL) return 64;
    const sign = side * (channel % 2 === 0 ? 1 : -1);
    return Math.round(64 + sign * (8 + 48 * random.uniform()));
  });
}

const PAN = 10;
const PROGRAM = 12;
/** Programs in a family of General MIDI, and in the one of pianos those that are pianos. */
const FAMILY = 8;
const PIANOS = 6;
/** Kits of drums that sound fonts have. */
const KITS = [0, 8, 16, 24, 25, 32, 40] as const;

/** Other instruments of the same families, another tempo, and other kits of drums. */
export function varyMidi({ division, events }: Midi, seed: number): Midi {
  const random = createRandom(seed);
  const factor = 0.85 + 0.3 * random.uniform();
  const chosen = new Map<number, number>();
  const other = (program: number) => {
    const family = Math.floor(program / FAMILY);
    const width = family === 0 && program < PIANOS ? PIANOS : FAMILY;
    const found = chosen.get(program) ?? FAMILY * family + Math.floor(width * random.uniform());
    chosen.set(program, found);
    return found;
  };
  const kit = KITS[Math.floor(KITS.length * random.uniform())]!;
  const drums = { tick: 0, bytes: [(PROGRAM << 4) | PERCUSSION_CHANNEL, kit] };
  // What has no program is a piano.
  const first = panPositions(0).flatMap((_, channel) =>
    channel === PERCUSSION_CHANNEL
      ? [drums]
      : [{ tick: 0, bytes: [(PROGRAM << 4) | channel, other(0)] }],
  );
  const rest = events.flatMap((event): MidiEvent[] => {
    if (isMeta(event) || kindOf(event) !== PROGRAM) return [event];
    const channel = channelOf(event);
    if (channel === PERCUSSION_CHANNEL) return [];
    return [{ ...event, bytes: [event.bytes[0]!, other(event.bytes[1]!)] }];
  });
  return { division: Math.round(division * factor), events: [...first, ...rest] };
}

/** One part as a file of its own: its notes, and all that sets how they sound. */
function keepPart(midi: Midi, part: Part, { seed, transpose }: RenderOptions): Midi {
  const parts = partsOf(midi);
  const positions = panPositions(seed);
  const events = midi.events.flatMap((event, i): MidiEvent[] => {
    if (isMeta(event)) return [event];
    if (parts[i] !== null && parts[i] !== part) return [];
    if (kindOf(event) === 11 && event.bytes[1] === PAN) return [];
    const channel = channelOf(event);
    if (!isNote(event) || channel === PERCUSSION_CHANNEL) return [event];
    const [status, key, velocity] = event.bytes as [number, number, number];
    return [{ ...event, bytes: [status, Math.min(127, Math.max(0, key + transpose)), velocity] }];
  });
  const pans = positions.map((position, channel) => ({
    tick: 0,
    bytes: [0xb0 | channel, PAN, part === "bass" ? 64 : position],
  }));
  return { ...midi, events: [...pans, ...events] };
}

export interface RenderOptions {
  readonly soundFont: string;
  readonly seed: number;
  /** Semitones. */
  readonly transpose: number;
  readonly sampleRate: number;
  /** More words for the synthesizer, such as those that leave its reverberation out. */
  readonly words?: readonly string[];
}

/** Each part that has notes, from a second on, so many seconds long. */
export function renderParts(
  midi: Midi,
  [start, length]: readonly [number, number],
  options: RenderOptions,
): Partial<Record<Part, Stereo>> {
  const folder = mkdtempSync(join(tmpdir(), "multitrack-"));
  const { soundFont, sampleRate, words = [] } = options;
  try {
    const rendered = PARTS.flatMap((part): [Part, Stereo][] => {
      const file = join(folder, `${part}.mid`);
      const raw = join(folder, `${part}.raw`);
      const own = keepPart(midi, part, options);
      if (!own.events.some((event) => !isMeta(event) && isNoteOn(event))) return [];
      const times = timesOf(own);
      // What comes after is not heard: long songs would take long.
      const inExcerpt = own.events.filter((_, i) => times[i]! < start + length);
      // A note without an end would sound, and be written, for ever.
      const tick = inExcerpt.at(-1)!.tick;
      const silence = panPositions(0).map((_, channel) => ({
        tick,
        bytes: [0xb0 | channel, 120, 0],
      }));
      const events = [...inExcerpt, ...silence];
      writeFileSync(file, writeMidi({ ...own, events }));
      const shape = ["-T", "raw", "-O", "float", "-r", String(sampleRate), "-g", "0.4"];
      execFileSync("fluidsynth", ["-ni", ...words, ...shape, "-F", raw, soundFont, file], {
        stdio: "ignore",
        timeout: 400_000,
      });
      const both = new Float32Array(new Uint8Array(readFileSync(raw)).buffer);
      const cut = (side: number) =>
        Float32Array.from(
          { length: Math.round(length * sampleRate) },
          (_, i) => both[2 * (i + Math.round(start * sampleRate)) + side] ?? 0,
        );
      return [[part, [cut(0), cut(1)]]];
    });
    return Object.fromEntries(rendered);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The highest notes of the channel that is most like a voice's: neither bass nor drums, often alone. */
export function findMelody(midi: Midi): Note[] {
  const times = timesOf(midi);
  const parts = partsOf(midi);
  const channels = Array.from({ length: 16 }, (): Note[] => []);
  const open = new Map<number, number>();
  for (const [i, event] of midi.events.entries()) {
    const part = parts[i];
    if (part === null || part === "drums" || part === "bass") continue;
    const channel = channelOf(event);
    const id = 128 * channel + event.bytes[1]!;
    const start = open.get(id);
    if (start !== undefined) {
      channels[channel]!.push({ start, end: times[i]!, key: event.bytes[1]! });
      open.delete(id);
    }
    if (isNoteOn(event)) open.set(id, times[i]!);
  }
  const worthOf = (notes: readonly Note[]) => {
    const mean = notes.reduce((sum, { key }) => sum + key, 0) / Math.max(1, notes.length);
    return mean < 50
      ? 0
      : skyline(notes).length * (skyline(notes).length / Math.max(1, notes.length));
  };
  return skyline(channels.toSorted((a, b) => worthOf(b) - worthOf(a))[0]!);
}

/** One note at a time: the highest of those that begin together, each up to the next. */
function skyline(notes: readonly Note[]): Note[] {
  const sorted = notes.toSorted((a, b) => a.start - b.start || b.key - a.key);
  const retained: Note[] = [];
  for (const note of sorted) {
    const last = retained.at(-1);
    if (last && note.start < last.start + 0.06) continue;
    if (last && note.start < last.end) retained[retained.length - 1] = { ...last, end: note.start };
    retained.push(note);
  }
  return retained;
}
