// Makes what visitors hear on pages of songs, before and after. See README.md beside this file.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type CoverSound, analyzeSong, makeCover } from "#audio/cover/make-cover.ts";
import type { Block } from "#audio/effect.ts";
import { SEPARATION_PRESETS, type SeparationPreset } from "#audio/separation/presets.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { render } from "#audio/edit/render.ts";
import { createSongAnalyzer } from "#audio/music/analyze-song.ts";
import { editOfMashup, type Mashup } from "#audio/music/mashup.ts";
import { beatsNear, fitSong, matchSongs } from "#audio/music/match-songs.ts";
import { tempoOf } from "#audio/music/song-beats.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { createStretcher } from "#audio/stretch/stretcher.ts";
import { warpSource } from "#audio/stretch/warp.ts";
import { installMaterial } from "./material.ts";
import { composeFor, type SongPlan } from "./music/made-songs.ts";
import { channelOf, isMeta, isNote, type MidiEvent } from "./separation/midi.ts";
import { findMelody, type Stereo } from "./separation/multitracks.ts";
import { separatePreset } from "./separation/separate.ts";
import {
  addUp,
  readSentences,
  renderSong,
  type Song,
  SAMPLE_RATE,
  SONG_PACKAGES,
  SOUND_FONTS,
} from "./separation/songs.ts";

/** A song of our own. */
const PLAN: SongPlan = {
  name: "sample",
  seed: 12,
  key: { tonic: 7, mode: "major" },
  bpm: [109, 109],
  meter: "4/4",
};
const SECONDS = 20;
/** Another one, over whose music the voice of the first is laid. */
const OTHER_PLAN: SongPlan = {
  name: "other",
  seed: 5,
  key: { tonic: 10, mode: "major" },
  bpm: [97, 97],
  meter: "4/4",
};
/** Programs of General MIDI: steel guitar, finger bass; the melody is sung. */
const PROGRAMS = [25, 33] as const;
/** Electric piano, synthesized bass. */
const OTHER_PROGRAMS = [4, 38] as const;
const [CHORDS, MELODY, PIANO] = [0, 2, 3];
/** Its program. */
const GRAND = 0;
/** Ticks by which the piano is after the guitar, and semitones above it. */
const LATE = 240;
const ABOVE = 12;
/** Three bars, from the fifth on: the engine has heard four by then. */
const BAR = (4 * 60) / 109;
const EXCERPT = [4 * BAR, 7 * BAR] as const;
/** dB of the voice over the rest. */
const LEVEL = -2;
/** How much louder speech is. */
const OVER = 1.6;
/** What the cover does. */
const COVER = { voice: "high", pitch: 0, formant: 0, key: 0, level: 0, reverb: true } as const;
const BITRATE = "56k";
const RATE = 24_000;

const root = path.resolve(import.meta.dirname, "../..");
const published = path.join(root, "runtime/public/samples");

const onChannel = ({ tick, bytes: [status, ...rest] }: MidiEvent, channel: number): MidiEvent => ({
  tick,
  bytes: [(status! & 0xf0) | channel, ...rest],
});

function compose(plan: SongPlan, programs: readonly number[]) {
  const { midi } = composeFor(plan, SECONDS);
  const events = midi.events.flatMap((event): MidiEvent[] => {
    if (isMeta(event)) return [event];
    const channel = channelOf(event);
    if (!isNote(event)) {
      const program = programs[channel];
      return event.bytes[0]! >> 4 === 0xc && typeof program === "number"
        ? [{ tick: 0, bytes: [0xc0 | channel, program] }]
        : [];
    }
    if (channel === MELODY) return [];
    if (channel !== CHORDS) return [event];
    const [status, key, velocity] = event.bytes as [number, number, number];
    const piano = { tick: event.tick + LATE, bytes: [status, key + ABOVE, velocity] };
    return [event, onChannel(piano, PIANO)];
  });
  const melody = midi.events.filter((event) => isMeta(event) || channelOf(event) === MELODY);
  const program = { tick: 0, bytes: [0xc0 | PIANO, GRAND] };
  return {
    midi: { ...midi, events: [program, ...events].toSorted((a, b) => a.tick - b.tick) },
    melody: findMelody({ ...midi, events: melody }),
  };
}

/** Names of the selected samples; empty for all. */
const selected = process.argv.slice(2);

function encode(sound: Stereo, name: string): void {
  if (selected.length > 0 && !selected.includes(name)) return;
  const [first, last] = EXCERPT.map((time) => Math.round(time * SAMPLE_RATE)) as [number, number];
  const both = new Float32Array(2 * (last - first));
  for (const [side, samples] of sound.entries())
    for (let i = first; i < last; i++) both[2 * (i - first) + side] = samples[i]!;
  const raw = ["-f", "f32le", "-ar", String(SAMPLE_RATE), "-ac", "2", "-i", "-"];
  const coding = ["-ar", String(RATE), "-c:a", "libmp3lame", "-b:a", BITRATE];
  const file = path.join(published, `${name}.mp3`);
  execFileSync("ffmpeg", ["-v", "error", "-y", ...raw, ...coding, "-fflags", "+bitexact", file], {
    input: new Uint8Array(both.buffer),
  });
}

/** One stem after the other, a part of what is heard each. */
function takeTurns(stems: readonly Stereo[]): Stereo {
  const [first, last] = EXCERPT.map((time) => time * SAMPLE_RATE) as [number, number];
  const turnOf = (i: number) =>
    Math.min(
      stems.length - 1,
      Math.max(0, Math.floor((stems.length * (i - first)) / (last - first))),
    );
  const side = (at: 0 | 1) => stems[0]![at].map((_, i) => stems[turnOf(i)]![at][i]!);
  return [side(0), side(1)];
}

const soundOf = (block: Block): AudioSource => ({
  format: { sampleRate: SAMPLE_RATE, channels: 2 },
  duration: SECONDS,
  tags: {},
  codec: null,
  async *blocks(from = 0) {
    yield block.map((samples) => samples.subarray(from));
  },
  close: () => undefined,
});

/** The voice of one song over the music of another, as the mashup maker puts them together at first. */
async function mashUp(voiced: Stereo, music: Stereo): Promise<Stereo> {
  const found = [voiced, music].map((sound) => {
    const analyzer = createSongAnalyzer({ sampleRate: SAMPLE_RATE, channels: 2 });
    analyzer.push(sound);
    const { beat, keys, seconds } = analyzer.finish();
    return { beats: beat!, keys: keys!, seconds };
  });
  const counted = found.map((one) => ({
    ...one,
    beats: beatsNear(one.beats, tempoOf(found[1]!.beats)),
  }));
  const match = matchSongs(counted);
  const fits = counted.map(({ beats, seconds }, i) =>
    fitSong(beats, { bpm: match.bpm, shifts: match.shifts[i]!, seconds }),
  );
  const taken = [
    (await separatePreset("instrumental", voiced, root))["vocals"]!,
    (await separatePreset("instrumental", music, root))["instrumental"]!,
  ];
  const maxLead = Math.max(...fits.map(({ lead }) => lead));
  const mashup: Mashup = {
    bpm: match.bpm,
    beatsPerBar: 4,
    ducking: -3,
    crossfade: 1,
    parts: fits.map(({ lead, bars }, i) => ({
      source: String(i),
      name: String(i),
      isLead: i === 0,
      gain: 0,
      muted: false,
      bars,
      blocks: [{ at: maxLead - lead, from: 0, bars }],
    })),
  };
  const warped = await Promise.all(
    fits.map(async ({ warp }, i): Promise<Stereo> => {
      const parts: Block[] = [];
      for await (const block of warpSource(soundOf(taken[i]!), warp, createStretcher).blocks())
        parts.push(copyFrames(block, 0));
      return joinBlocks(parts, 2) as unknown as Stereo;
    }),
  );
  const sources = {
    read: (source: string, start: number, end: number) =>
      warped[Number(source)]!.map((samples) => {
        const out = new Float32Array(end - start);
        out.set(samples.subarray(start, end));
        return out;
      }),
  };
  const parts: Block[] = [];
  for await (const block of render(editOfMashup(mashup, SAMPLE_RATE), sources))
    parts.push(copyFrames(block, 0));
  process.stderr.write(`${JSON.stringify({ ...match, leads: fits.map(({ lead }) => lead) })}\n`);
  return joinBlocks(parts, 2) as unknown as Stereo;
}

/** The song with a higher voice, as the cover generator makes it. */
async function cover(mix: Stereo): Promise<Stereo> {
  const { vocals } = await separatePreset("vocals", mix, root);
  const [song, voice] = [mix, vocals!].map((sound): CoverSound => ({
    format: { sampleRate: SAMPLE_RATE, channels: 2 },
    duration: SECONDS,
    async *blocks() {
      yield sound;
    },
  })) as [CoverSound, CoverSound];
  const analysis = await analyzeSong(song, voice, { isLeaky: true });
  const parts: (Block | null)[] = [];
  for await (const made of makeCover(song, voice, analysis, COVER))
    parts.push(made.cover && copyFrames(made.cover, 0));
  return joinBlocks(parts, 2) as unknown as Stereo;
}

installMaterial((line) => void process.stderr.write(`${line}\n`), SONG_PACKAGES);
mkdirSync(published, { recursive: true });
const soundFont = path.join(SOUND_FONTS, "sf2/FluidR3_GM.sf2");
const voices = readSentences(root, true);
const play = (plan: SongPlan, programs: readonly number[]): Song => {
  const recipe = { ...compose(plan, programs), name: "sample", soundFont, start: 0, seed: 3 };
  return renderSong({ ...recipe, transpose: 0, level: LEVEL }, voices, true);
};
const song = play(PLAN, PROGRAMS);
/** Both sentences from where one hears on, in the middle, over the song without its voice. */
function speakOver({ stems: { vocals: _, ...others } }: Song): Stereo {
  const music = addUp(Object.values(others));
  const speech = voices.flatMap((voice) => [...voice.speech]);
  const first = Math.round(EXCERPT[0] * SAMPLE_RATE);
  const rms = (samples: readonly number[]) =>
    Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
  const gain = (OVER * rms([...music[0]])) / rms(speech);
  return music.map((side) => side.map((x, i) => x + gain * (speech[i - first] ?? 0))) as never;
}

const loudest = (sound: Stereo) =>
  sound.flatMap((side) => [...side]).reduce((a, x) => Math.max(a, Math.abs(x)), 0);
/** As loud as can be. */
const raise = (sound: Stereo): Stereo => {
  const gain = 0.8 / loudest(sound);
  return sound.map((side) => side.map((x) => gain * x)) as never;
};
const mixes = { song: raise(addUp(Object.values(song.stems))), speech: raise(speakOver(song)) };
for (const [name, mix] of Object.entries(mixes)) encode(mix, `${name}-before`);
encode(await cover(mixes.song), "song-cover-after");
const other = raise(addUp(Object.values(play(OTHER_PLAN, OTHER_PROGRAMS).stems)));
encode(takeTurns([mixes.song, other]), "mashup-before");
encode(raise(await mashUp(mixes.song, other)), "mashup-after");
for (const [preset, stems] of Object.entries(SEPARATION_PRESETS) as [
  SeparationPreset,
  readonly string[],
][]) {
  const found = await separatePreset(preset, preset === "speech" ? mixes.speech : mixes.song, root);
  const [first, rest] = stems.map((stem) => found[stem]!) as [Stereo, Stereo];
  if (preset === "stems") encode(takeTurns(stems.map((stem) => found[stem]!)), "song-stems-after");
  else if (preset === "speech") encode(first, "speech-after");
  else encode(preset === "vocals" ? first : rest, `song-${preset}-after`);
}
