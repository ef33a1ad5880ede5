import { describe, expect, it } from "vitest";
import type { Mashup } from "#audio/music/mashup.ts";
import type { Json } from "#runtime/contract/json.ts";
import { serializeMashup, parseMashup } from "./stored-mashup.ts";

const part = (name: string, isLead: boolean) => ({
  source: name,
  name,
  isLead,
  gain: 0,
  muted: false,
  bars: 8,
  blocks: [{ at: 0, from: 0, bars: 8 }],
});
const first: Mashup = {
  bpm: 100,
  beatsPerBar: 4,
  parts: [part("a", true), part("b", false)],
  ducking: -3,
  crossfade: 1,
};
const arranged: Mashup = {
  ...first,
  parts: [
    {
      ...first.parts[0]!,
      gain: -6,
      blocks: [
        { at: 2, from: 0, bars: 4 },
        { at: 6, from: 1, bars: 2 },
      ],
    },
    { ...first.parts[1]!, muted: true, blocks: [] },
  ],
  ducking: -9,
  crossfade: 2.5,
};
const stored = (mashup: Mashup): Json =>
  JSON.parse(JSON.stringify(serializeMashup(mashup))) as Json;

describe("an arrangement", () => {
  it("TLS-1 is there again after a reload, with the tempo that the songs have now", () => {
    expect(parseMashup(stored(arranged), first)).toEqual(arranged);
    const faster = { ...first, bpm: 120 };
    expect(parseMashup(stored(arranged), faster)).toEqual({ ...arranged, bpm: 120 });
  });

  it.each([
    undefined,
    { parts: 3, ducking: "loud", crossfade: 9 },
    { parts: [{ gain: 13, muted: 1, blocks: [[0, 0]] }], ducking: 1 },
    {
      parts: [
        {
          blocks: [
            [0, 0, 4],
            [3, 0, 4],
          ],
        },
      ],
    },
    { parts: [{ blocks: [[0, 0, 0]] }, { blocks: [[-1, 0, 4]] }] },
    { parts: [{ blocks: [[0.5, 0, 4]] }, { blocks: 3 }] },
  ])("TLS-4 is as at first where it cannot be read: %j", (stored) => {
    expect(parseMashup(stored, first)).toEqual(first);
  });
});
