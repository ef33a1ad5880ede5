import { describe, expect, it } from "vitest";
import { distinctNames } from "./zip-file.ts";

describe("names in a ZIP file", () => {
  it("differ when one of them already has a number", () => {
    const nameOf = distinctNames();
    expect(["Talk (2).wav", "Talk.wav", "Talk.wav", "talk.WAV"].map(nameOf)).toEqual([
      "Talk (2).wav",
      "Talk.wav",
      "Talk (3).wav",
      "talk (4).WAV",
    ]);
  });

  it("differ for every list of names, also without their case", () => {
    const parts = [
      "a",
      "A",
      "a (2)",
      "a (3)",
      "a (2) (2)",
      "a.wav",
      "a (2).wav",
      "",
      ".",
      "é",
      "e\u0301",
    ];
    let seed = 1;
    for (let turn = 0; turn < 500; turn++) {
      const nameOf = distinctNames();
      const names = Array.from({ length: 12 }, () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return nameOf(parts[seed % parts.length]!);
      });
      expect(new Set(names.map((name) => name.normalize("NFC").toLowerCase())).size).toBe(12);
    }
  });
});
