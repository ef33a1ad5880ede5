import { describe, expect, it, vi } from "vitest";
import type { LoopDeps } from "./loop-player.ts";
import { createLoopPlayer } from "./loop-player.ts";

const RATE = 8000;

/** A sound whose samples are their places, and a context whose clock is moved by hand. */
function createStage(seconds: number) {
  const played: { when: number; samples: number[] }[] = [];
  const stops: (number | undefined)[] = [];
  const sound = { factor: 1 };
  const audio = {
    currentTime: 0,
    destination: {},
    resume: async () => {},
    close: async () => {},
    createGain: () => ({
      gain: { value: 1, setTargetAtTime: vi.fn<() => void>() },
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
      connect() {},
      disconnect() {},
      stop: (when?: number) => stops.push(when),
      start(when: number) {
        played.push({ when, samples: [...this.buffer!.plane] });
      },
    }),
  };
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
  let next: (() => void) | null = null;
  const player = createLoopPlayer({
    reading,
    createContext: () => audio as unknown as AudioContext,
    setTimer: (work) => {
      next = work;
      return () => (next = null);
    },
    onError: (error) => {
      throw error;
    },
  });
  /** Lets the clock go on, and the player look at it. */
  const wait = async (time: number): Promise<void> => {
    await vi.waitFor(() => expect(next).not.toBeNull());
    audio.currentTime = time;
    const work = next!;
    next = null;
    work();
    await vi.waitFor(() => expect(next === null && player.getState().playing).toBe(false));
  };
  return { player, played, stops, sound, wait };
}

describe("a passage that is played", () => {
  it("TLS-1 a loop has no gap: each round begins on the sample after the one before", async () => {
    const { player, played, wait } = createStage(3);
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
    const { player, played, wait } = createStage(7);
    player.set({ start: 0.5, end: 6, loop: false });
    player.play();
    for (let time = 0.3; player.getState().playing && time < 9; time += 0.3) await wait(time);
    const samples = played.flatMap((piece) => piece.samples);
    expect(samples).toEqual(Array.from({ length: 5.5 * RATE }, (_, at) => 0.5 * RATE + at));
    expect(player.getState()).toEqual({ playing: false, time: 0.5 });
  });

  it("TLS-1 a sound that changes is heard a moment later, on the sample where it was", async () => {
    const { player, played, stops, sound, wait } = createStage(7);
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

  it("TLS-1 fades are heard as they will be written", async () => {
    const { player, played, wait } = createStage(2);
    player.set({ start: 1, end: 2, loop: false, shape: (seconds) => seconds });
    player.play();
    await wait(0.1);
    expect(played[0]!.samples[RATE / 2]).toBeCloseTo(0.5 * 1.5 * RATE, 3);
    player.close();
    expect(player.getState().playing).toBe(false);
  });
});
