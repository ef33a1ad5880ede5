import { expect, it } from "vitest";
import { COUNT_MS, countedValue, startCount } from "./count.ts";

function count(from: number, to: number, frame: number): { values: number[]; frames: number } {
  let time = 0;
  const pending: (() => void)[] = [];
  const values: number[] = [];
  startCount({
    from,
    to,
    now: () => time,
    nextFrame(work) {
      pending.push(work);
      return () => {};
    },
    set: (value) => values.push(value),
  });
  let frames = 0;
  for (let work = pending.shift(); work; work = pending.shift()) {
    time += frame;
    frames++;
    work();
  }
  return { values, frames };
}

it.each([
  [15, 42.9, 16],
  [-26.7, -16, 100],
  [5, 1, 7],
  [3, 3, 16],
])("TLS-19 counts from %s to %s and never leaves the range", (from, to, frame) => {
  const { values, frames } = count(from, to, frame);
  expect(values[0]).toBe(from);
  expect(values.at(-1)).toBe(to);
  expect(frames).toBe(Math.ceil(COUNT_MS / frame));
  const rises = to >= from;
  values.reduce((before, value) => {
    expect(rises ? value >= before : value <= before).toBe(true);
    return value;
  });
});

it("TLS-19 most of the way is counted in the first half, and stopping ends it", () => {
  expect(countedValue(0, 100, 0.5)).toBeGreaterThan(80);
  let isStopped = false;
  const stop = startCount({
    from: 0,
    to: 1,
    now: () => 0,
    nextFrame: () => () => (isStopped = true),
    set: () => {},
  });
  stop();
  expect(isStopped).toBe(true);
});
