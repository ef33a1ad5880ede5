import { describe, expect, it } from "vitest";
import type { Clip } from "#audio/edit/edit.ts";
import { gainToHeight, heightToGain, visibleCurve } from "./curve-shape.ts";

const clip: Clip = {
  at: 1000,
  source: "a",
  start: 0,
  end: 4000,
  envelope: [
    { frame: 1000, gain: 12 },
    { frame: 2000, gain: -60 },
  ],
};
/** With a visible clip of 3 pixels per step. */
const timeline = (from: number, to: number, scale = 3) => ({
  view: { from, to },
  scale,
  sampleRate: 1000,
});

describe("TLS-13 the curve of a clip's volume", () => {
  it("has a height for each gain, and a gain for each height, out of range too", () => {
    expect(gainToHeight(12)).toBe(1);
    expect(gainToHeight(-6)).toBeCloseTo(0.5, 2);
    for (const gain of [-60, -20.5, -6, 0, 0.1, 12])
      expect(heightToGain(gainToHeight(gain))).toBe(gain);
    expect([2, 0, -1].map(heightToGain)).toEqual([12, -60, -60]);
  });

  it("is drawn where it is visible, through its points", () => {
    const whole = visibleCurve(clip, timeline(0, 10))!;
    expect([whole.from, whole.to]).toEqual([1, 5]);
    expect(whole.points.map(({ at }) => at)).toEqual([2000, 3000]);
    expect(whole.line.split(" ")).toContain("25.00,0.00");
    expect(whole.line.split(" ")).toContain("50.00,93.69");
    const part = visibleCurve(clip, timeline(2.5, 3, 600))!;
    expect(part.points).toEqual([]);
    expect(part.line.split(" ")).toHaveLength(101);
    expect(visibleCurve(clip, timeline(0, 1))).toBeNull();
    expect(visibleCurve(clip, timeline(5, 6))).toBeNull();
  });

  it("is a straight line without points, and stays short with very many", () => {
    const { envelope: _none, ...flat } = clip;
    expect(visibleCurve(flat, timeline(0, 10, 300))!.line).toBe("0.00,36.90 100.00,36.90");
    const envelope = Array.from({ length: 4000 }, (_, frame) => ({ frame, gain: 0 }));
    const many = visibleCurve({ ...clip, envelope }, timeline(0, 10, 75))!;
    expect(many.points).toHaveLength(4000);
    expect(many.line.split(" ")).toHaveLength(101);
  });

  it("has as many steps as the clip is wide, not the view", () => {
    const narrow = visibleCurve(clip, timeline(0, 500, 3))!;
    expect(narrow.width).toBe(12);
    expect(narrow.line.split(" ")).toHaveLength(7);
  });
});
