import { describe, expect, it } from "vitest";
import { embedObstacle } from "#core/tools/embeddable.ts";
import { kindOf, openEmbedTool } from "./open-tool.ts";

const toolOf = (panel: string, preset: string) => ({
  panel,
  preset,
  slug: "tool",
  path: "/tool",
});
const check = (panel: string, preset: string, values: object, format?: string) =>
  openEmbedTool(toolOf(panel, preset)).check({
    values: values as Record<string, number>,
    ...(format !== undefined && { output: { format } }),
  });

describe("TLS-17 settings of an embedded tool", () => {
  it("are the parameters of its effect, within their ranges, and a known format", async () => {
    expect(await check("enhance", "denoise", { strength: 80 }, "mp3")).toBeNull();
    expect(await check("enhance", "denoise", {})).toBeNull();
    expect(await check("enhance", "denoise", { stength: 1 })).toBe(
      'There is no setting "stength".',
    );
    expect(await check("enhance", "denoise", { strength: 101 })).toBe(
      '"strength" has to be a number from 0 to 100 %.',
    );
    expect(await check("enhance", "denoise", {}, "aiff")).toMatch(/^"aiff" has to be wav16, /);
    expect(await check("separation", "stems", {}, "flac")).toBeNull();
    expect(await check("separation", "stems", { strength: 1 })).toBe(
      'There is no setting "strength".',
    );
  });

  it("lose ranges that are all behind the end of another file of the visitor", () => {
    const { fit } = openEmbedTool(toolOf("editor", "trim"));
    expect(fit!({ values: { start: 5, end: 9, fadeIn: 1 } }, 3)).toEqual({ values: { fadeIn: 1 } });
    expect(fit!({ values: { ranges: [[4, 5]] }, output: { format: "mp3" } }, 3)).toEqual({
      values: {},
      output: { format: "mp3" },
    });
    const within = { values: { start: 2, end: 9 } };
    expect(fit!(within, 3)).toBe(within);
    expect(openEmbedTool(toolOf("enhance", "denoise")).fit).toBeUndefined();
  });

  it("become the parameters of the panel's own job", () => {
    const trim = kindOf(toolOf("editor", "trim"));
    const fades = { fadeIn: 0.5, fadeOut: 0, curve: "smooth" };
    const values = { start: 1, end: 360_000, ranges: [], ...fades };
    expect(trim.params(values, "keep", { seconds: 9 })).toEqual({
      regions: [{ start: 1, end: 9 }],
      output: "keep",
      ...fades,
    });
    const ranges = [
      [2, 3],
      [8, 12],
      [20, 30],
    ];
    expect(trim.params({ ...values, ranges }, "mp3", { seconds: 9 })["regions"]).toEqual([
      { start: 2, end: 3 },
      { start: 8, end: 9 },
    ]);
    expect(() => trim.params({ ...values, start: 9 }, "keep", { seconds: 9 })).toThrow(
      "The ranges are not within the sound.",
    );
    const split = kindOf(toolOf("separation", "instrumental"));
    expect(split).toMatchObject({ effect: null, last: ["vocals"] });
    expect(split.params({}, "wav24", { seconds: 9 })).toMatchObject({
      split: "instrumental",
      stems: [{ stem: "vocals" }, { stem: "instrumental" }],
      output: "wav24",
    });
  });
});

describe("TLS-17 tools that can be embedded", () => {
  it("have an effect that is known, and those that cannot have a reason", async () => {
    const presets = ["denoise", "breath", "clicks", "enhance", "silence", "echo", "reverb"];
    for (const preset of presets) {
      expect(embedObstacle("enhance", preset)).toBeNull();
      expect(await check("enhance", preset, {})).toBeNull();
    }
    expect(embedObstacle("download", "mp3")).toMatch(/server/);
    expect(embedObstacle("karaoke", "link")).toMatch(/server/);
    expect(embedObstacle("karaoke", "song")).toMatch(/workspace/);
    expect(embedObstacle("separation", "no-piano")).toMatch(/built-in engine/);
    expect(embedObstacle("tts", "tts")).toMatch(/voice/);
    expect(embedObstacle("constructor", "trim")).toMatch(/workspace/);
    expect(embedObstacle("editor", "edit")).toMatch(/workspace/);
  });
});
