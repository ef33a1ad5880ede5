import { describe, expect, it } from "vitest";
import { mostSimilar } from "./similar.ts";

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
    expect(mostSimilar(word, names)).toBe(expected);
  });

  it("CLI-6 a short word is only taken for one that is a letter away", () => {
    expect(mostSimilar("4-8", ["4-7", "1"])).toBe("4-7");
    expect(mostSimilar("9-9", ["4-7", "1"])).toBeUndefined();
  });

  it("CLI-6 of two that are as close, the first is named", () => {
    expect(mostSimilar("cat", ["bat", "hat"])).toBe("bat");
    expect(mostSimilar("x", [])).toBeUndefined();
  });
});
