import { describe, expect, it } from "vitest";
import { pixelsOf } from "../../audio/worker/pictures/look.ts";
import {
  DEFAULT_LOOK,
  FOLDS,
  readFolds,
  readVideoSettings,
  STYLES,
  styleOf,
} from "./video-settings.ts";

describe("settings of videos", () => {
  it("TLS-4 use the defaults if the stored value is invalid", () => {
    const defaults = readVideoSettings(undefined);
    expect(defaults.look).toEqual(DEFAULT_LOOK);
    const bad = { shape: "3:2", color: "red", shade: 7, title: 5, seed: -1, visual: "lasers" };
    expect(
      readVideoSettings({ look: bad, lines: 99, rate: 1000, output: "avi", media: 3 }),
    ).toEqual(defaults);
  });

  it("TLS-7 keeps what makes sense, and knows its style again", () => {
    const look = { ...DEFAULT_LOOK, ...STYLES.paper, shape: "9:16", title: "Episode 12" } as const;
    const media = { key: "a", name: "cover.png" };
    const stored = readVideoSettings({ look, lines: 2160, rate: 60, output: "webm", media });
    expect(stored).toEqual({ look, lines: 2160, rate: 60, output: "webm", media, captions: null });
    expect(styleOf(stored.look)).toBe("paper");
    expect(styleOf({ ...look, ink: "#123456" })).toBeNull();
  });

  it("TLS-1 has even numbers of pixels in each shape", () => {
    expect(pixelsOf("16:9", 1080)).toEqual({ width: 1920, height: 1080 });
    expect(pixelsOf("9:16", 720)).toEqual({ width: 720, height: 1280 });
    expect(pixelsOf("4:5", 720)).toEqual({ width: 720, height: 900 });
    expect(pixelsOf("1:1", 2160)).toEqual({ width: 2160, height: 2160 });
  });
});

it("TLS-19 groups of settings are closed but for the looks, and stay as they were left", () => {
  const first = { look: true, format: false, text: false, colors: false };
  expect(readFolds(undefined)).toEqual(first);
  for (const id of FOLDS)
    for (const isOpen of [true, false])
      expect(readFolds({ [id]: isOpen })).toEqual({ ...first, [id]: isOpen });
  expect(readFolds({ look: 0, format: "true", other: true })).toEqual(first);
});
