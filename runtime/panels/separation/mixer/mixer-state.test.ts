import { describe, expect, it } from "vitest";
import { serializeMixer, mixerAtFirst, parseMixer } from "./mixer-state.ts";

const STEMS = ["vocals", "drums"];
const first = mixerAtFirst(STEMS, ["vocals"]);
const set = {
  mix: {
    stems: [
      { gain: -6, pan: 0.5, muted: false, solo: true },
      { gain: -60, pan: -1, muted: true, solo: false },
    ],
    master: 3,
  },
  loop: { start: 2, end: 5.5 },
  isLooping: true,
  practice: {
    tempo: 75,
    semitones: -3,
    grid: { bpm: 98.5, first: 0.4, metre: 3 },
    metronome: true,
    countIn: true,
  },
};
const stored = JSON.parse(JSON.stringify(serializeMixer(STEMS, set)));

describe("settings of the mixer", () => {
  it("TLS-1 is there again after a reload", () => {
    expect(parseMixer(stored, first, { stems: STEMS, duration: 10 })).toEqual(set);
    expect(parseMixer(serializeMixer(STEMS, first), first, { stems: STEMS, duration: 10 })).toEqual(
      first,
    );
  });

  it("TLS-1 belongs to the stems by their names", () => {
    const [vocals, drums] = set.mix.stems;
    const { stems } = parseMixer(stored, first, { stems: ["drums", "vocals"], duration: 10 }).mix;
    expect(stems).toEqual([drums, vocals]);
  });

  it.each([
    {},
    { stems: 3, master: "loud", loop: [], isLooping: true, practice: null },
    {
      stems: { vocals: { gain: 13, pan: 2, muted: "no" } },
      master: 99,
      loop: { start: 9, end: 12 },
      isLooping: true,
      practice: { tempo: 9, semitones: 40, grid: { bpm: 0, first: 11, metre: 2.5 } },
    },
    { loop: { start: 3, end: 3.01 }, isLooping: true },
  ])("TLS-4 is as at first where it cannot be read: %j", (stored) => {
    expect(parseMixer(stored, first, { stems: STEMS, duration: 10 })).toEqual(first);
  });
});
