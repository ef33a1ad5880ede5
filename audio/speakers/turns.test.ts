import { describe, expect, it } from "vitest";
import { activeSpeakers, speakerSets } from "./powerset.ts";
import { combineWindows, turnsOf } from "./turns.ts";

describe("turns", () => {
  it("TLS-11 the classes of three speakers, two at a time, are those of pyannote", () => {
    expect(speakerSets(3, 2)).toEqual([0, 0b1, 0b10, 0b100, 0b11, 0b101, 0b110]);
    const scores = Float32Array.of(-1, -9, -9, -0.5, -9, -9, -9, -2, -2, -3, -4, -5, -6, -1);
    expect([...activeSpeakers(scores, speakerSets(3, 2))]).toEqual([0b100, 0b110]);
  });

  it("TLS-11 where windows disagree, the one counts in whose middle the frame is", () => {
    const window = (first: number, ...frames: readonly number[]) => ({
      first,
      frames: Uint32Array.from(frames),
    });
    const combined = combineWindows(
      [window(0, 1, 1, 1, 1, 2, 2), window(3, 1, 1, 2, 2, 2, 2), window(9, 1)],
      2,
    );
    // Of frame 4, the second window sees more.
    expect([...combined]).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 1]);
  });

  it("TLS-11 as many speak at once as windows hear on average", () => {
    const both = { first: 0, frames: Uint32Array.of(3, 3, 3, 3) };
    const one = { first: 0, frames: Uint32Array.of(1, 2, 1, 0) };
    expect([...combineWindows([both, both, one], 2)].slice(0, 3)).toEqual([3, 3, 3]);
    expect([...combineWindows([both, one, one], 2)]).toEqual([1, 2, 1, 1]);
  });

  it("TLS-11 turns overlap, short pauses belong to them, and clicks are none", () => {
    const frames = new Uint32Array(100);
    frames.fill(1, 10, 30);
    frames.fill(1, 33, 50);
    for (let at = 40; at < 70; at++) frames[at]! |= 2;
    frames[90] = 1;
    const turns = turnsOf(frames, 2, { hop: 0.1, start: 0.05, end: 9.5 });
    expect(turns.map(({ speaker, from, to }) => [speaker, from.toFixed(2), to.toFixed(2)])).toEqual(
      [
        [0, "1.00", "5.00"],
        [1, "4.00", "7.00"],
      ],
    );
  });

  it("TLS-11 nobody speaks after the end of the recording", () => {
    const frames = new Uint32Array(100).fill(1);
    expect(turnsOf(frames, 1, { hop: 0.1, start: 0.05, end: 4 })).toEqual([
      { from: 0, to: 4, speaker: 0 },
    ]);
  });
});
