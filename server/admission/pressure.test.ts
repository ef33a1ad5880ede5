import { expect, it } from "vitest";
import { bitsOf, createPressure, HARDEST } from "./pressure.ts";

const MINUTE = 60_000;
const FREE = { code: 200, login: 3000, rate: 600 };
const at = (wide: string, address = "") => ({ wide, address });

it("USR-4 each halving of the free capacity makes the puzzle harder, up to a small maximum", () => {
  let now = 0;
  const pressure = createPressure(() => now, FREE);
  const levels: number[] = [];
  // Attempts from one network beyond its share only slow down that network.
  for (let count = 1; count <= 2000; count++) {
    pressure.add("code", at("a"));
    const level = pressure.level("code", at("a"));
    if (levels.at(-1) !== level) levels.push(level);
    if (count === 29) expect(level).toBe(0);
    if (count === 30) expect(level).toBe(1);
    if (count === 59) expect(level).toBe(1);
    if (count === 60) expect(level).toBe(2);
  }
  expect(levels).toEqual([0, 1, 2, 3, 4, 5]);
  expect(pressure.level("code", at("b"))).toBe(0);
  expect(pressure.level("login", at("a"))).toBe(0);
  expect([bitsOf(0), bitsOf(1), bitsOf(HARDEST), bitsOf(99)]).toEqual([0, 16, 20, 20]);
  now = 10 * MINUTE;
  expect(pressure.level("code", at("a"))).toBe(0);
});

it("USR-4 seven networks at most of those that try too much weigh on everybody", () => {
  const pressure = createPressure(() => 0, FREE);
  const flood = (wide: string): void => {
    for (let count = 0; count < 500; count++) pressure.add("code", at(wide));
  };
  for (let network = 0; network < 6; network++) flood(`n${network}`);
  expect(pressure.level("code", at("elsewhere"))).toBe(0);
  flood("n6");
  expect(pressure.level("code", at("elsewhere"))).toBe(1);
});

it("USR-4 log-ins to one address make it harder there, and nowhere else", () => {
  const pressure = createPressure(() => 0, FREE);
  for (let count = 0; count < 500; count++) pressure.add("login", at(`n${count}`, "a@b.org"));
  expect(pressure.level("login", at("elsewhere", "a@b.org"))).toBe(5);
  expect(pressure.isCrowded("a@b.org")).toBe(true);
  expect(pressure.level("login", at("elsewhere", "c@d.org"))).toBe(0);
  expect(pressure.isCrowded("c@d.org")).toBe(false);
  expect(pressure.level("code", at("elsewhere", "a@b.org"))).toBe(0);
});

it("API-17 USR-4 the operator of a large site says how many all may try before they have to work for it", () => {
  const pressure = createPressure(() => 0, { code: 1000, login: 50, rate: 20 });
  const networks = Array.from({ length: 100 }, (_, n) => `n${n}`);
  const levels = (action: "code" | "login" | "verify" | "rate", tries: number): number => {
    for (let n = 0; n < tries; n++) pressure.add(action, at(networks[n % 100]!, `${action}${n}`));
    return pressure.level(action, at("elsewhere"));
  };
  expect(levels("code", 999)).toBe(0);
  expect(levels("code", 1)).toBe(1);
  expect([levels("login", 49), levels("login", 1)]).toEqual([0, 1]);
  expect([levels("verify", 49), levels("verify", 1)]).toEqual([0, 1]);
  expect([levels("rate", 19), levels("rate", 1)]).toEqual([0, 1]);
});
