import { expect, it } from "vitest";
import { measureSpeed } from "./measure-speed.ts";

it("TLS-1 the speed of the device is that of its fastest round, whatever else it does meanwhile", () => {
  const rounds = [8, 1, 1, 12, 1, 1, 1];
  let time = 0;
  const now = (): number => {
    const before = time;
    time += rounds.shift() ?? 1;
    return before;
  };
  expect(measureSpeed(now)).toBeCloseTo(200);
});

it("TLS-1 a coarse clock counts the rounds between its ticks", () => {
  let round = -1;
  expect(measureSpeed(() => Math.floor(++round / 4) * 2)).toBeCloseTo(400);
});
