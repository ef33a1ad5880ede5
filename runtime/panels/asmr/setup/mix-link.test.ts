import { describe, expect, it } from "vitest";
import { SCAPE_PRESETS } from "#audio/soundscape/presets.ts";
import { LAYERS } from "#audio/soundscape/scape.ts";
import { linkToMix, mixFrom } from "./mix-link.ts";
import { layersOf, scapeOf, setupFrom } from "./setup.ts";

const PAGE = "https://example.org/ja/ai-asmr-generator?from=mail#top";
const audible = (mix: NonNullable<ReturnType<typeof mixFrom>>) =>
  scapeOf({ ...setupFrom(), ...mix });

describe("a mix in a link", () => {
  it.each(SCAPE_PRESETS)("TLS-16 the preset %s sounds the same after the link", (preset) => {
    const mix = { seed: 2 ** 31 - 1, layers: layersOf(preset), binaural: preset === "close" };
    const link = new URL(linkToMix(PAGE, mix));
    expect(link.origin + link.pathname + link.search).toBe(PAGE.split("#")[0]);
    expect(audible(mixFrom(link.hash)!)).toEqual(audible(mix));
  });

  it("TLS-16 values out of range and of no kind become defaults, and unknown layers are ignored", () => {
    const mix = mixFrom("#mix=-5&rain=99,x,,1e999,lava&noise=&ocean=1,2,3&__proto__=1")!;
    const initial = setupFrom();
    expect(mix.seed).toBe(setupFrom({ seed: -5 }).seed);
    expect(Object.keys(mix.layers)).toEqual([...LAYERS]);
    expect(mix.layers.rain.on).toBe(true);
    for (const name of LAYERS) {
      const { level, pan, movement, character, surface } = mix.layers[name];
      expect([level, pan, movement, character].every(Number.isFinite)).toBe(true);
      expect(surface).toBe(initial.layers[name].surface);
    }
  });

  it.each(["", "#", "#top", "#mix=1", "#rain=0,0,0,0,roof", "#mix"])(
    "TLS-16 the fragment “%s” is no mix",
    (fragment) => {
      expect(mixFrom(fragment)).toBe(null);
    },
  );
});
