import { describe, expect, it } from "vitest";
import { SCAPE_PRESETS } from "#audio/soundscape/presets.ts";
import { FADES, isPreset, layersOf, lengthOf, nameOf, scapeOf, setupFrom } from "./setup.ts";

describe("settings of a soundscape", () => {
  it("TLS-1 are restored as they were stored", () => {
    const setup = {
      ...setupFrom(),
      seed: 7,
      layers: layersOf("salon"),
      binaural: true,
      seconds: 60,
      loop: true,
      fade: FADES[1],
      output: "mp3" as const,
    };
    expect(setupFrom(JSON.parse(JSON.stringify(setup)))).toEqual(setup);
  });

  it("TLS-4 have defaults for invalid values", () => {
    const invalid = { seed: "x", seconds: 1e9, fade: 7, output: "exe", binaural: 1, layers: [3] };
    expect(setupFrom(invalid)).toEqual(setupFrom());
  });

  it.each(SCAPE_PRESETS)("TLS-1 equal the preset %s until an audible layer differs", (preset) => {
    const layers = layersOf(preset);
    expect(isPreset({ layers }, preset)).toBe(true);
    for (const name of Object.keys(layers) as (keyof typeof layers)[]) {
      const changed = { ...layers, [name]: { ...layers[name], pan: 0.123 } };
      expect(isPreset({ layers: changed }, preset)).toBe(!layers[name].on);
      const toggled = { ...layers, [name]: { ...layers[name], on: !layers[name].on } };
      expect(isPreset({ layers: toggled }, preset)).toBe(false);
    }
    const audible = Object.keys(scapeOf({ ...setupFrom(), layers }).layers);
    expect(audible).toEqual(
      (Object.keys(layers) as (keyof typeof layers)[]).filter((name) => layers[name].on),
    );
  });

  it("TLS-1 fade out within the file, and not in a loop", () => {
    const setup = setupFrom();
    expect(lengthOf({ ...setup, seconds: 300, fade: 1 }).fade).toBe(60);
    expect(lengthOf({ ...setup, seconds: 30, fade: 1 }).fade).toBe(30);
    expect(lengthOf({ ...setup, fade: 1, loop: true }).fade).toBe(0);
  });

  it("TLS-1 name the file by layers and length", () => {
    const setup = { ...setupFrom(), layers: layersOf("window") };
    const layers = Object.keys(scapeOf(setup).layers).join("-");
    const name = (seconds: number, loop: boolean) =>
      nameOf(scapeOf(setup), lengthOf({ ...setup, seconds, loop }));
    expect(name(300, false)).toBe(`${layers}-5min`);
    expect(name(45, true)).toBe(`${layers}-45s-loop`);
  });
});
