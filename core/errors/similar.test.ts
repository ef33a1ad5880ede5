import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSimilar } from "./similar.ts";

const names = ["title", "tagline", "features", "panel", "preset"];

describe("mostSimilar", () => {
  it.each([
    ["titel", "title"],
    ["tilte", "title"],
    ["tag line", "tagline"],
    ["feature", "features"],
    ["panle", "panel"],
    ["panel", "panel"],
    ["PANEL", undefined],
    ["pamphlet", undefined],
    ["", undefined],
  ])("CLI-6 %j is taken for %s", (word, expected) => {
    expect(findSimilar(word, names)).toBe(expected);
  });

  it("CLI-6 a short word is only taken for one that is a letter away", () => {
    expect(findSimilar("4-8", ["4-7", "1"])).toBe("4-7");
    expect(findSimilar("9-9", ["4-7", "1"])).toBeUndefined();
  });

  it("CLI-6 of two that are as close, the first is named", () => {
    expect(findSimilar("cat", ["bat", "hat"])).toBe("bat");
    expect(findSimilar("x", [])).toBeUndefined();
  });

  it("CLI-6 no candidate is passed over that is as close as the rule says", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "-"), maxLength: 9 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 6 }), (input, candidates) => {
        const close = candidates.map((each) => distanceOf(input, each));
        const limit = Math.min(...close, Math.floor(input.length / 3) + 1);
        const expected = limit > input.length / 3 ? -1 : close.indexOf(limit);
        expect(findSimilar(input, candidates)).toBe(candidates[expected]);
      }),
    );
  });
});

/** Optimal string alignment by its definition. */
function distanceOf(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [head, tail] = [a.slice(0, -1), b.slice(0, -1)];
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  const known = `${a}\n${b}`;
  const found = KNOWN.get(known);
  if (found !== undefined) return found;
  const distance = Math.min(
    distanceOf(head, b) + 1,
    distanceOf(a, tail) + 1,
    distanceOf(head, tail) + (a.at(-1) === b.at(-1) ? 0 : 1),
    ...(swapped ? [distanceOf(a.slice(0, -2), b.slice(0, -2)) + 1] : []),
  );
  KNOWN.set(known, distance);
  return distance;
}
const KNOWN = new Map<string, number>();
