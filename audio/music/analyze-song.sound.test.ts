import path from "node:path";
import { describe, expect, it } from "vitest";
import { composeFor, PLANS, type SongPlan } from "#bench/audio/music/made-songs.ts";
import { playNotes } from "#bench/audio/music/play-notes.ts";
import { createRandom } from "#bench/audio/random.ts";
import { openAudioFile } from "#cli/audio/open-file.ts";
import { createSongAnalyzer, type SongAnalysis } from "./analyze-song.ts";

const RATE = 22_050;
const SECONDS = 20;

function analyze(samples: Float32Array, block = 8192, sampleRate = RATE): SongAnalysis {
  const analyzer = createSongAnalyzer({ sampleRate, channels: 1 });
  for (let at = 0; at < samples.length; at += block)
    analyzer.push([samples.subarray(at, at + block)]);
  return analyzer.finish();
}

/** Clicks of a few milliseconds at the given times. */
function playClicks(times: readonly number[], seconds: number): Float32Array {
  const out = new Float32Array(Math.round(seconds * RATE));
  for (const time of times)
    for (let i = 0; i < 150; i++) {
      const at = Math.round(time * RATE) + i;
      if (at < out.length) out[at] = 0.8 * Math.exp(-i / 30) * Math.sin(0.8 * i);
    }
  return out;
}

/** Maximum distance in seconds of a beat from the nearest expected beat. */
const furthest = (times: readonly number[], beats: readonly number[]): number =>
  Math.max(...times.map((time) => Math.min(...beats.map((beat) => Math.abs(beat - time)))));

const inside = (times: readonly number[]) => times.filter((time) => time > 1 && time < SECONDS - 1);

const made = (find: (plan: SongPlan) => boolean): SongPlan => PLANS.find(find)!;
function playPlan(plan: SongPlan) {
  const { midi, beats } = composeFor(plan, SECONDS);
  return { beats, found: analyze(playNotes(midi, SECONDS, RATE)) };
}

describe("beats of clicks", () => {
  it.each([60, 97.3, 128, 150])(
    "TLS-1 at %f a minute are found within 10 ms, and the tempo exactly",
    (bpm) => {
      const times = Array.from({ length: 90 }, (_, i) => 0.37 + (60 / bpm) * i).filter(
        (time) => time < SECONDS,
      );
      const { beat } = analyze(playClicks(times, SECONDS));
      expect(beat!.steady).toBe(true);
      expect(Math.abs(beat!.bpm / bpm - 1)).toBeLessThan(0.0005);
      expect(furthest(inside(times), beat!.beats)).toBeLessThan(0.01);
    },
  );

  it("TLS-1 that come faster and faster are followed", () => {
    const times: number[] = [];
    for (let time = 0.2; time < SECONDS; time += 60 / (100 + time)) times.push(time);
    const { beat } = analyze(playClicks(times, SECONDS));
    expect(beat!.steady).toBe(false);
    expect(furthest(inside(times), beat!.beats)).toBeLessThan(0.015);
  });

  it("TLS-1 are found at the same times however the sound is cut into blocks", () => {
    const times = Array.from({ length: 30 }, (_, i) => 0.5 * i);
    const sound = playClicks(times, 15);
    expect(analyze(sound, 777)).toEqual(analyze(sound, sound.length));
  });

  it("TLS-1 are found at any rate and with several channels", () => {
    const { midi } = composeFor(
      made(({ meter }) => meter === "3/4"),
      12,
    );
    const tempi = [8000, 44_100, 48_000].map((rate) => {
      const samples = playNotes(midi, 12, rate);
      const analyzer = createSongAnalyzer({ sampleRate: rate, channels: 2 });
      analyzer.push([samples, samples]);
      return analyzer.finish().beat!.bpm;
    });
    for (const bpm of tempi) expect(Math.abs(bpm / 92 - 1)).toBeLessThan(0.01);
  });
});

describe("songs that are made of notes", () => {
  it.each(PLANS.filter((_, i) => [2, 7, 11, 16, 18].includes(i)))(
    "TLS-1 $name: tempo, bars and key are those that it was made with",
    (plan) => {
      const { beats, found } = playPlan(plan);
      const { beat, key } = found;
      expect(beat!.steady).toBe(plan.bpm[0] === plan.bpm[1]);
      const bpm = (60 * (beats.length - 1)) / (beats.at(-1)! - beats[0]!);
      expect(Math.abs(beat!.bpm / bpm - 1)).toBeLessThan(0.02);
      expect(furthest(inside(beats), beat!.beats)).toBeLessThan(0.02);
      const perBar = { "4/4": 4, "3/4": 3, "6/8": 2 }[plan.meter];
      expect([beat!.beatsPerBar, beat!.division]).toEqual([perBar, plan.meter === "6/8" ? 3 : 2]);
      const lines = beat!.beats.filter((_, i) => (i - beat!.first) % perBar === 0);
      expect(furthest(inside(beats.filter((_, i) => i % perBar === 0)), lines)).toBeLessThan(0.02);
      // A key and its relative have the same notes.
      const notes = ({ tonic, mode }: typeof plan.key) => (tonic + (mode === "minor" ? 3 : 0)) % 12;
      expect(notes(key!)).toBe(notes(plan.key));
      expect(found.keys).toEqual([{ ...key, from: 0 }]);
    },
  );

  it.each([60, 66, 180])(
    "TLS-1 at %d a minute are not found at half or double the tempo",
    (bpm) => {
      const plan = { ...made(({ meter }) => meter === "4/4"), bpm: [bpm, bpm] as const };
      expect(Math.abs(playPlan(plan).found.beat!.bpm / bpm - 1)).toBeLessThan(0.02);
    },
  );

  it("TLS-1 that are tuned a quarter tone lower say so, and keep their key", () => {
    const plan = made(({ meter }) => meter === "4/4");
    const { midi } = composeFor(plan, 20);
    // Playback at a higher speed raises the pitch.
    const lower = playNotes(midi, 20, Math.round(RATE * 2 ** (0.3 / 12)));
    const { tuning, key } = analyze(lower);
    expect(tuning).toBeCloseTo(-0.3, 1);
    expect(key).toMatchObject(plan.key);
  });
});

describe("input that is not a song", () => {
  it("TLS-4 speech, noise and silence have no beat, and silence has no key", async () => {
    const source = await openAudioFile(
      path.resolve(import.meta.dirname, "../../runtime/public/samples/voice-before.mp3"),
    );
    const speech: number[] = [];
    for await (const [plane] of source.blocks()) for (const value of plane!) speech.push(value);
    source.close();
    expect(analyze(Float32Array.from(speech), 8192, source.format.sampleRate).beat).toBeNull();
    const random = createRandom(3);
    const noise = Float32Array.from({ length: 20 * RATE }, () => 0.1 * random.normal());
    expect(analyze(noise).beat).toBeNull();
    expect(analyze(new Float32Array(10 * RATE))).toEqual({
      seconds: 10,
      beat: null,
      key: null,
      keys: [],
      chords: [],
      tuning: 0,
    });
    expect(analyze(new Float32Array(0)).seconds).toBe(0);
  });

  it("TLS-4 a song of four seconds has a beat, one of two is too short", () => {
    const { midi } = composeFor(
      made(({ meter }) => meter === "4/4"),
      10,
    );
    const sound = playNotes(midi, 10, RATE);
    expect(analyze(sound.subarray(0, 2 * RATE)).beat).toBeNull();
    const short = analyze(sound.subarray(0, 5 * RATE));
    expect(short.beat === null || Math.abs(short.beat.bpm / 72 - 1) < 0.05).toBe(true);
  });
});
