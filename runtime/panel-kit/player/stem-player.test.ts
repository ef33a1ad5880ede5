import { describe, expect, it, vi } from "vitest";
import type { Block } from "#audio/effect.ts";
import { createStemStream } from "#audio/stretch/stem-stream.ts";
import { beatsBetween, createClick } from "./metronome.ts";
import { createStemPlayer } from "./stem-player.ts";
import { isLong } from "#tests/left-out.ts";

/** Two minutes cover a loop and all changes; the long run looks for accumulating errors. */
const MINUTES = isLong ? 10 : 2;

const RATE = 1000;

/**
 * A fake context whose clock is set by the test and that writes what is started to a tape for each
 * bus.
 */
function createTape(buses: number, seconds: number) {
  const tapes = Array.from({ length: buses + 2 }, () => new Float32Array(seconds * RATE).fill(-1));
  const starts: { readonly bus: number; readonly frame: number; readonly count: number }[] = [];
  let made = 0;
  const audio = {
    currentTime: 0,
    destination: {},
    resume: async () => {},
    close: async () => {},
    createGain: () => ({
      bus: made++,
      gain: { value: 1, setTargetAtTime() {} },
      connect() {},
    }),
    createBuffer: (_channels: number, length: number) => ({
      plane: new Float32Array(length),
      copyToChannel(samples: Float32Array, channel: number) {
        if (channel === 0) this.plane.set(samples);
      },
    }),
    createBufferSource: () => {
      let start = 0;
      const source = {
        buffer: null as { readonly plane: Float32Array } | null,
        bus: 0,
        connect(node: { readonly bus: number }) {
          source.bus = node.bus;
        },
        disconnect() {},
        stop(when = audio.currentTime) {
          const tape = tapes[source.bus]!;
          const from = Math.max(Math.round(when * RATE), start);
          tape.fill(-1, from, Math.max(from, start + source.buffer!.plane.length));
        },
        start(when: number) {
          start = Math.round(when * RATE);
          // Starts on a frame, not between two.
          expect(Math.abs(when * RATE - start)).toBeLessThan(1e-6);
          const { plane } = source.buffer!;
          starts.push({ bus: source.bus, frame: start, count: plane.length });
          tapes[source.bus]!.set(plane.subarray(0, tapes[source.bus]!.length - start), start);
        },
      };
      return source;
    },
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
    inlet: () => ({}) as AudioNode,
  };
  /** Advances the clock and lets the player schedule until it waits or has stopped. */
  const wait = async (time: number, isPlaying: () => boolean): Promise<void> => {
    const settled = () =>
      vi.waitFor(() => expect(next !== null || !isPlaying()).toBe(true), {
        interval: 1,
        timeout: 60_000,
      });
    await settled();
    audio.currentTime = time;
    const work = next as (() => void) | null;
    next = null;
    work?.();
    await settled();
  };
  return { deps, tapes, starts, wait };
}

/** Stems whose samples are their own positions in seconds. */
function createStems(count: number, seconds: number) {
  const tape = createTape(count, 700);
  const frames = seconds * RATE;
  const stream = createStemStream({
    channels: 2 * count,
    read: async (from, size): Promise<Block> => {
      const plane = Float32Array.from(
        { length: Math.min(size, frames - from) },
        (_, at) => (from + at) / RATE,
      );
      return Array.from({ length: 2 * count }, () => plane);
    },
    createStretcher: async () => ({
      inputLatency: 0,
      outputLatency: 0,
      maxFrames: 1e6,
      setPitch() {},
      seek() {},
      process: (input, size) =>
        input.map((plane) =>
          Float32Array.from(
            { length: size },
            (_, at) => plane[Math.floor((at * plane.length) / size)] ?? plane.at(-1)!,
          ),
        ),
    }),
  });
  const close = vi.fn<() => void>();
  const player = createStemPlayer({
    reading: {
      files: Array.from({ length: count }, () => ({
        sampleRate: RATE,
        channels: 2,
        duration: seconds,
        codec: "pcm-s16",
      })),
      stems: (request) => stream.next(request),
      close,
    },
    ...tape.deps,
  });
  const wait = (time: number) => tape.wait(time, () => player.getState().playing);
  return { player, close, ...tape, wait };
}

describe("stems on one clock", () => {
  it(`TLS-1 stay on the same frame for ${MINUTES} minutes, through loops, jumps and changes of tempo`, async () => {
    const { player, tapes, wait } = createStems(8, 200);
    player.play();
    let seed = 3;
    const random = (): number => (seed = (Math.imul(seed, 48_271) >>> 0) % 0x7fffffff) / 0x7fffffff;
    let turns = 0;
    let worst = 0;
    for (let time = 0.2; time < 60 * MINUTES; time += 0.2) {
      await wait(time);
      const shown = player.getState().time;
      const sample = tapes[0]![Math.round(time * RATE)]!;
      // The shown position is the heard one, within the latency.
      if (sample >= 0) worst = Math.max(worst, Math.abs(sample - shown));
      turns++;
      if (turns % 17 === 0) player.seek(random() * 190);
      if (turns % 23 === 0)
        player.pace({ tempo: 0.5 + Math.round(10 * random()) / 10, semitones: 0 });
      if (turns % 41 === 0) {
        const start = random() * 100;
        player.set({ start, end: start + 1.5 + random(), loop: turns % 82 === 0 });
      }
      if (!player.getState().playing) player.play();
    }
    expect(turns).toBeGreaterThan(290 * MINUTES);
    for (const tape of tapes.slice(1, 8)) expect(tape).toEqual(tapes[0]);
    expect(tapes[0]!.filter((value) => value >= 0).length).toBeGreaterThan(50 * MINUTES * RATE);
    // A stretched segment may be off by a few ms between its frames.
    expect(worst).toBeLessThan(0.02);
  }, 300_000);

  it("TLS-1 follow each other without a gap, also round a loop", async () => {
    const { player, tapes, wait } = createStems(2, 20);
    player.set({ start: 2, end: 3, loop: true });
    player.play();
    for (let time = 0.2; time < 4; time += 0.2) await wait(time);
    const tape = tapes[1]!;
    const first = tape.findIndex((value) => value >= 0);
    const values = tape.subarray(first, first + 3500);
    expect(values).toEqual(Float32Array.from(values, (_, at) => 2 + (at % 1000) / RATE));
  });

  it("TLS-1 begin after a bar is counted, and click on each beat", async () => {
    const { player, starts, wait, close } = createStems(2, 20);
    player.click({ grid: { bpm: 120, first: 0.25, metre: 4 }, isOn: true, countIn: 4 });
    player.set({ start: 0, end: 20, loop: false });
    player.play();
    for (let time = 0.2; time < 4; time += 0.2) await wait(time);
    const counts = starts.filter(({ bus }) => bus === 3).map(({ frame }) => frame);
    const begin = starts.find(({ bus }) => bus === 0)!.frame;
    expect(counts.map((frame) => frame - begin)).toEqual([-2000, -1500, -1000, -500]);
    const beats = starts.filter(({ bus }) => bus === 2).map(({ frame }) => frame - begin);
    expect(beats.slice(0, 4)).toEqual([250, 750, 1250, 1750]);
    player.close();
    expect(close).toHaveBeenCalledOnce();
  });
});

describe("a grid of beats", () => {
  it("TLS-1 has each beat once, however time is cut, and bars where they begin", () => {
    const grid = { bpm: 90, first: 1, metre: 3 };
    const times = (from: number, to: number) => beatsBetween(grid, from, to);
    const cut = [0, 1, 1.5, 5 / 3, 2, 4.2].flatMap((from, at, all) =>
      at + 1 < all.length ? times(from, all[at + 1]!) : [],
    );
    expect(cut).toEqual(times(0, 4.2));
    expect(cut.filter(({ accent }) => accent).map(({ time }) => time)).toEqual([1, 3]);
    expect(createClick(48_000, true)).toHaveLength(1440);
  });
});
