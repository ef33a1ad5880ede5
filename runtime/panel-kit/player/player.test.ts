import { describe, expect, it, vi } from "vitest";
import { createTimeMap, type FoundRange } from "../../audio/player/time-map.ts";
import { FaultError } from "../../contract/fault.ts";
import { createComparePlayer } from "./compare-player.ts";
import { type LoopDeps, createLoopPlayer } from "./loop-player.ts";

const RATE = 8000;

interface FakeGain {
  readonly gain: { value: number; setTargetAtTime(value: number): void };
}
interface Played {
  readonly when: number;
  readonly samples: number[];
  readonly to: FakeGain;
}

/** A fake context whose clock is set by the test and that records what is started. */
function createClock() {
  const played: Played[] = [];
  const stops: (number | undefined)[] = [];
  const audio = {
    currentTime: 0,
    destination: {},
    state: "running" as AudioContextState,
    resume: async () => {},
    close: vi.fn<() => Promise<void>>(async () => {}),
    createGain: () => ({
      gain: {
        value: 1,
        setTargetAtTime(value: number) {
          this.value = value;
        },
      },
      connect() {},
    }),
    createBuffer: (_channels: number, length: number) => ({
      plane: new Float32Array(length),
      copyToChannel(samples: Float32Array) {
        this.plane.set(samples);
      },
    }),
    createBufferSource: () => ({
      buffer: null as { plane: Float32Array } | null,
      to: null as FakeGain | null,
      connect(node: FakeGain) {
        this.to = node;
      },
      disconnect() {},
      stop: (when?: number) => stops.push(when),
      start(when: number) {
        played.push({ when, samples: [...this.buffer!.plane], to: this.to! });
      },
    }),
  };
  let next: (() => void) | null = null;
  const deps = {
    createContext: () => audio as unknown as AudioContext,
    setTimer: (work: () => void) => {
      next = work;
      return () => (next = null);
    },
    onError: (error: unknown) => {
      throw error;
    },
  };
  /** Advances the clock and lets the player schedule. */
  const wait = async (
    player: { getState(): { readonly playing: boolean } },
    time: number,
  ): Promise<void> => {
    await vi.waitFor(() => expect(next).not.toBeNull(), 60_000);
    audio.currentTime = time;
    const work = next!;
    next = null;
    work();
    await vi.waitFor(() => expect(next === null && player.getState().playing).toBe(false), 60_000);
  };
  return { audio, deps, played, stops, wait };
}

/** A sound whose samples are their own positions. */
function createLoop(seconds: number) {
  const { deps, played, stops, wait } = createClock();
  const sound = { factor: 1 };
  const frames = seconds * RATE;
  const reading: LoopDeps["reading"] = {
    files: [{ sampleRate: RATE, channels: 1, duration: seconds, codec: "pcm-s16" }],
    read: async ({ from, count }) => [
      Float32Array.from(
        { length: Math.max(0, Math.min(count, frames - from)) },
        (_, at) => sound.factor * (from + at),
      ),
    ],
    close: vi.fn<() => void>(),
  };
  const player = createLoopPlayer({ reading, ...deps });
  return { player, played, stops, sound, wait: (time: number) => wait(player, time) };
}

/** A sound whose samples are their own positions, and a result with a quarter of their level. */
function createComparison(before: number, after: number, cuts: readonly FoundRange[]) {
  const { audio, deps, played, wait } = createClock();
  const lengths = [before, after] as const;
  const close = vi.fn<() => void>();
  const player = createComparePlayer({
    reading: {
      files: lengths.map((duration) => ({
        sampleRate: RATE,
        channels: 1,
        duration,
        codec: "pcm-s16",
      })),
      read: async ({ file, from, count }) => [
        Float32Array.from(
          { length: Math.max(0, Math.min(count, lengths[file as 0 | 1] * RATE - from)) },
          (_, at) => (file === 0 ? 1 : 0.25) * (from + at),
        ),
      ],
      close,
    },
    inStep: before === after,
    map: createTimeMap(before, after, cuts),
    duration: before,
    ...deps,
  });
  /** The started segments that are audible, with their gain. */
  const playedSamples = (segments: readonly Played[] = played) =>
    segments.flatMap(({ samples, to }) =>
      to.gain.value === 0 ? [] : [{ samples, gain: to.gain.value }],
    );
  return {
    player,
    audio,
    played,
    heard: playedSamples,
    close,
    wait: (time: number) => wait(player, time),
  };
}

describe("a passage that is played", () => {
  it("TLS-1 a loop has no gap: each round begins on the sample after the one before", async () => {
    const { player, played, wait } = createLoop(3);
    player.set({ start: 1, end: 1.2, loop: true });
    player.play();
    await wait(0.4);
    await wait(0.8);
    expect(played.length).toBeGreaterThan(3);
    for (const [at, { when, samples }] of played.entries()) {
      expect(samples.length).toBe(0.2 * RATE);
      expect(samples[0]).toBe(RATE);
      if (at > 0) expect((when - played[at - 1]!.when) * RATE).toBeCloseTo(0.2 * RATE, 6);
    }
    expect(player.getState().time).toBeGreaterThanOrEqual(1);
    expect(player.getState().time).toBeLessThanOrEqual(1.2);
  });

  it("TLS-1 a long one comes in pieces that follow each other, and ends", async () => {
    const { player, played, wait } = createLoop(7);
    player.set({ start: 0.5, end: 6, loop: false });
    player.play();
    for (let time = 0.3; player.getState().playing && time < 9; time += 0.3) await wait(time);
    const samples = played.flatMap((segment) => segment.samples);
    expect(samples).toEqual(Array.from({ length: 5.5 * RATE }, (_, at) => 0.5 * RATE + at));
    expect(player.getState()).toEqual({ playing: false, time: 0.5 });
  });

  it("TLS-1 a changed sound is audible a moment later, at the same sample position", async () => {
    const { player, played, stops, sound, wait } = createLoop(7);
    player.set({ start: 0, end: 7, loop: false });
    player.play();
    await wait(0.5);
    const before = played.length;
    sound.factor = -1;
    player.refresh();
    await wait(0.55);
    const { when, samples } = played[before]!;
    expect(stops).toContain(when);
    expect(when).toBeCloseTo(0.7, 3);
    const first = played[0]!;
    expect(-samples[0]!).toBeCloseTo((when - first.when) * RATE, 3);
  });

  it("TLS-1 fades sound as they will be written", async () => {
    const { player, played, wait } = createLoop(2);
    player.set({ start: 1, end: 2, loop: false, shape: (seconds) => seconds });
    player.play();
    await wait(0.1);
    expect(played[0]!.samples[RATE / 2]).toBeCloseTo(0.5 * 1.5 * RATE, 3);
    player.close();
    expect(player.getState().playing).toBe(false);
  });
});

it("TLS-4 a player whose context does not start rests at its place, says so, and tries again with a new one", async () => {
  const { audio, deps } = createClock();
  const onError = vi.fn<(error: unknown) => void>();
  const createContext = vi.fn<() => AudioContext>(() => audio as unknown as AudioContext);
  const reading: LoopDeps["reading"] = {
    files: [{ sampleRate: RATE, channels: 1, duration: 3, codec: "pcm-s16" }],
    read: async ({ count }) => [new Float32Array(count)],
    close: () => {},
  };
  const player = createLoopPlayer({ reading, ...deps, createContext, onError });
  audio.state = "suspended";
  player.seek(2);
  player.play();
  await vi.waitFor(
    () => expect(player.getState()).toMatchObject({ playing: false, time: 2 }),
    60_000,
  );
  expect(onError.mock.calls).toEqual([[new FaultError("sound.notStarted")]]);
  expect(audio.close).toHaveBeenCalledOnce();
  audio.state = "running";
  player.play();
  expect([createContext.mock.calls.length, player.getState().playing]).toEqual([2, true]);
  player.close();
});

describe("a sound and its result", () => {
  it("TLS-1 play alternately on one clock, in sync to the sample", async () => {
    const { player, played, heard: playedSamples, wait } = createComparison(2, 2, []);
    player.seek(0.5);
    player.play();
    await wait(0.3);
    expect(new Set(played.slice(0, 3).map(({ when }) => when)).size).toBe(1);
    const first = 0.5 * RATE + 1;
    expect(playedSamples(played.slice(0, 3))[0]!.samples[1]).toBe(0.25 * first);
    const before = played.length;
    player.choose("before");
    expect(playedSamples(played.slice(0, 3))[0]!.samples[1]).toBe(first);
    player.choose("removed");
    expect(playedSamples(played.slice(0, 3))[0]!.samples[1]).toBe(0.75 * first);
    expect(played).toHaveLength(before);
    expect(player.getState()).toMatchObject({ side: "removed", playing: true });
    expect(player.getState().time).toBeCloseTo(0.5 + 0.3 - played[0]!.when, 9);
  });

  it("TLS-1 are equally loud on request", async () => {
    const { player, heard: playedSamples, wait } = createComparison(2, 2, []);
    player.level({ before: 0.3, after: 1, removed: 0.3 });
    player.play();
    await wait(0.1);
    expect(playedSamples().every(({ gain }) => gain === 1)).toBe(true);
    player.choose("before");
    expect(playedSamples().every(({ gain }) => gain === 0.3)).toBe(true);
    player.level({ before: 0.6, after: 1, removed: 0.6 });
    expect(playedSamples().every(({ gain }) => gain === 0.6)).toBe(true);
  });

  it("TLS-1 of other lengths play separately, from the same word on", async () => {
    const {
      player,
      played,
      heard: playedSamples,
      wait,
    } = createComparison(8, 6, [{ start: 3, end: 5 }]);
    player.choose("removed");
    expect(player.getState().side).toBe("after");
    player.seek(6);
    player.play();
    await wait(0.1);
    expect(playedSamples()[0]!.samples[0]).toBe(0.25 * 4 * RATE);
    const before = played.length;
    player.choose("before");
    await wait(0.2);
    expect(playedSamples(played.slice(before))[0]!.samples[0]).toBeCloseTo(
      (6 + 0.1 - played[0]!.when) * RATE,
      0,
    );
  });

  it("TLS-1 end at their end, and begin again from the start", async () => {
    const { player, audio, played, close, wait } = createComparison(2, 2, []);
    player.seek(1.5);
    player.play();
    for (let time = 0.3; player.getState().playing && time < 4; time += 0.3) await wait(time);
    expect(player.getState()).toEqual({ side: "after", playing: false, time: 0 });
    player.seek(9);
    expect(player.getState().time).toBe(2);
    const before = played.length;
    player.play();
    await vi.waitFor(() => expect(played.length).toBeGreaterThan(before), 60_000);
    expect(played[before]!.samples[1]).toBe(1);
    player.pause();
    expect(player.getState().playing).toBe(false);
    player.close();
    expect(close).toHaveBeenCalledOnce();
    expect(audio.close).toHaveBeenCalledOnce();
  });
});
