import { expect, it, vi } from "vitest";
import { FaultError } from "../../contract/fault.ts";
import { type SampleSide, createSamplePlayer } from "./sample-player.ts";
import { createTimeMap } from "./time-map.ts";

interface Began {
  readonly sound: unknown;
  readonly when: number;
  readonly from: number;
  end: () => void;
}

function setup(length: { before: number; after: number }, cuts: { start: number; end: number }[]) {
  const began: Began[] = [];
  const context = {
    currentTime: 0,
    destination: {},
    createGain: () => ({
      connect: () => ({}),
      gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} },
    }),
    createBufferSource() {
      const made = {
        buffer: null as unknown,
        end: () => {},
        connect: (node: unknown) => node,
        addEventListener: (_: string, work: () => void) => (made.end = work),
        start: (when: number, from: number) =>
          began.push({ sound: made.buffer, when, from, end: () => made.end() }),
        stop: () => {},
      };
      return made;
    },
    state: "running",
    resume: vi.fn<() => Promise<void>>(async () => {}),
    suspend: vi.fn<() => Promise<void>>(async () => {}),
  };
  const sides: (SampleSide | null)[] = [];
  const onFail = vi.fn<(error: unknown) => void>();
  const player = createSamplePlayer({
    context: context as unknown as AudioContext,
    sounds: { before: "before", after: "after" } as unknown as Record<SampleSide, AudioBuffer>,
    map: createTimeMap(length.before, length.after, cuts),
    onChange: (side) => sides.push(side),
    onFail,
  });
  return { player, context, began, heard: sides, onFail };
}

it("TLS-1 the other side of a sample begins where and when the first one ends", () => {
  const { player, context, began, heard: sides } = setup({ before: 6, after: 6 }, []);
  player.press("after");
  context.currentTime = 2;
  player.press("before");
  expect(sides).toEqual(["after", "before"]);
  expect(began[1]!.sound).toBe("before");
  expect(began[1]!.from).toBeCloseTo(began[1]!.when - began[0]!.when, 9);
});

it("TLS-1 a pressed side stops, resumes where it stopped, and ends at the beginning", () => {
  const { player, context, began, heard: sides } = setup({ before: 6, after: 6 }, []);
  player.press("before");
  context.currentTime = 1.5;
  player.press("before");
  began[0]!.end();
  expect(context.suspend).toHaveBeenCalledOnce();
  context.currentTime = 9;
  player.press("before");
  expect(began[1]!.from).toBeCloseTo(1.5, 9);
  began[1]!.end();
  player.press("before");
  expect(began[2]!.from).toBe(0);
  expect(sides).toEqual(["before", null, "before", null, "before"]);
});

it("TLS-1 after a shortened pause both sides are at the same word", () => {
  const { player, context, began } = setup({ before: 8, after: 6 }, [{ start: 3, end: 5 }]);
  player.press("before");
  context.currentTime = 6;
  player.press("after");
  expect(began[1]!.from).toBeCloseTo(4, 9);
});

it("TLS-1 after seeking, the same side continues there, or the next one begins there", () => {
  const {
    player,
    context,
    began,
    heard: sides,
  } = setup({ before: 8, after: 6 }, [{ start: 3, end: 5 }]);
  player.seek(6);
  expect(began).toEqual([]);
  player.press("after");
  expect(began[0]!.from).toBeCloseTo(4, 9);
  context.currentTime = 1;
  player.seek(1);
  expect([began[1]!.sound, began[1]!.from]).toEqual(["after", 1]);
  context.currentTime = began[1]!.when + 0.5;
  expect(player.at()).toBeCloseTo(1.5, 9);
  expect(sides).toEqual(["after"]);
});

it("TLS-4 a sample that cannot start stops, says so, and keeps its place", async () => {
  const { player, context, began, heard: sides, onFail } = setup({ before: 8, after: 8 }, []);
  context.state = "suspended";
  player.seek(3);
  player.press("after");
  await expect.poll(() => onFail.mock.calls.length).toBe(1);
  expect(onFail.mock.calls[0]![0]).toEqual(new FaultError("sound.notStarted"));
  expect(sides).toEqual(["after", null]);
  context.state = "running";
  player.press("after");
  expect(began[1]!.from).toBeCloseTo(3, 9);
});
