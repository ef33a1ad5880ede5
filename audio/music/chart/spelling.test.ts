import { describe, expect, it } from "vitest";
import type { Key } from "../key.ts";
import { chartOf } from "./chart.ts";
import { fifthsOf, nameOfChord, nameOfKey, nameOfNote, spell } from "./spelling.ts";
import { writeChordSheet } from "./write-chord-sheet.ts";
import { writeMusicXml } from "./write-music-xml.ts";

const major = (tonic: number): Key => ({ tonic, mode: "major" });
const minor = (tonic: number): Key => ({ tonic, mode: "minor" });
const namesIn = (key: Key | null): string =>
  Array.from({ length: 12 }, (_, at) => nameOfNote(spell(at, key), "international")).join(" ");

describe("names of notes", () => {
  it("TLS-12 have the accidentals of the key", () => {
    expect(namesIn(null)).toBe("C D♭ D E♭ E F F♯ G A♭ A B♭ B");
    expect(namesIn(major(9))).toBe("C C♯ D D♯ E F F♯ G G♯ A B♭ B");
    expect(namesIn(major(8))).toBe("C D♭ D E♭ E F G♭ G A♭ A B♭ C♭");
    // The leading tone of A minor is G♯.
    expect(namesIn(minor(9))).toBe("C C♯ D E♭ E F F♯ G G♯ A B♭ B");
    for (let tonic = 0; tonic < 12; tonic++)
      for (const key of [major(tonic), minor(tonic)]) {
        const names = namesIn(key).split(" ");
        expect(new Set(names).size).toBe(12);
        // Seven notes of the scale have seven letters.
        const steps = key.mode === "major" ? [0, 2, 4, 5, 7, 9, 11] : [0, 2, 3, 5, 7, 8, 10];
        const letters = steps.map((step) => spell((tonic + step) % 12, key).step);
        expect(new Set(letters).size).toBe(7);
      }
  });

  it("TLS-12 are H and B where German is chosen", () => {
    expect(nameOfChord({ root: 11, quality: "minor", bass: 6 }, null, "german")).toBe("Hm/F♯");
    expect(nameOfChord({ root: 10, quality: "dominant" }, null, "german")).toBe("B7");
    expect(nameOfChord({ root: 10, quality: "dominant" }, null)).toBe("B♭7");
  });

  it("TLS-12 go with a signature of at most six accidentals", () => {
    expect([0, 7, 2, 9, 4, 11, 6, 5].map((tonic) => fifthsOf(major(tonic)))).toEqual([
      0, 1, 2, 3, 4, 5, 6, -1,
    ]);
    expect(fifthsOf(minor(9))).toBe(0);
    expect(fifthsOf(minor(3))).toBe(-6);
  });

  it("TLS-12 agree in key, signature and chords in each of the 24 keys", () => {
    const keys = Array.from({ length: 12 }, (_, tonic) => tonic);
    expect(keys.map((tonic) => nameOfKey(major(tonic))).join(" ")).toBe(
      "C D♭ D E♭ E F F♯ G A♭ A B♭ B",
    );
    expect(keys.map((tonic) => nameOfKey(minor(tonic))).join(" ")).toBe(
      "Cm C♯m Dm E♭m Em Fm F♯m Gm G♯m Am B♭m Bm",
    );
    for (const tonic of keys)
      for (const key of [major(tonic), minor(tonic)]) {
        const name = nameOfKey(key);
        const chord = { root: tonic, quality: key.mode };
        expect(nameOfChord(chord, key)).toBe(name);
        const chart = chartOf({
          seconds: 2,
          beat: null,
          keys: [{ ...key, clarity: 1, from: 0 }],
          chords: [{ from: 0, to: 2, chord }],
        });
        const sheet = writeChordSheet(chart, { title: "" });
        const ascii = name.replace("♭", "b").replace("♯", "#");
        expect(sheet).toContain(`{key: ${ascii}}`);
        expect(sheet).toContain(`| ${ascii} . . . |`);
        const xml = writeMusicXml(chart, { title: "", software: "" });
        const fifths = Number(/<fifths>(-?\d+)<\/fifths>/.exec(xml)![1]);
        // The tonic lies on the line of fifths by the signature, in minor three to the right.
        const fifth = fifths + (key.mode === "minor" ? 3 : 0);
        expect((((7 * fifth) % 12) + 12) % 12).toBe(tonic);
        expect(Math.abs(fifths)).toBeLessThanOrEqual(6);
        expect(name.includes("♭")).toBe(fifth < -1);
        expect(name.includes("♯")).toBe(fifth > 5);
        const [step, alter = 0] = [
          /<root-step>(.)</.exec(xml)![1],
          /<root-alter>(-?1)</.exec(xml)?.[1],
        ];
        expect({ step, alter: Number(alter) }).toEqual(spell(tonic, key));
      }
  });
});
