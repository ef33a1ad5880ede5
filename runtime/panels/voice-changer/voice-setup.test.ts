import { describe, expect, it } from "vitest";
import { PRESET_NAMES } from "#audio/voice/presets.ts";
import { PRESET_GROUPS } from "./preset-groups.ts";
import { doesSomething, suffixOf, setupFrom, setupOf, valuesOf } from "./voice-setup.ts";

describe("settings of the voice changer", () => {
  it("TLS-1 semitones and cents are one pitch, within what the effect takes", () => {
    const setup = setupFrom({ semitones: 3, cents: -20, preset: "none" });
    expect(valuesOf(setup).pitch).toBe(2.8);
    expect(valuesOf(setupFrom({ semitones: 12, cents: 50 })).pitch).toBe(12);
    expect(valuesOf(setupFrom({ semitones: -12, cents: -1 })).pitch).toBe(-12);
  });

  it("TLS-1 values give the settings back that they were made of", () => {
    for (const cents of [-49, -7, 0, 13, 49]) {
      const values = valuesOf(setupFrom({ preset: "alien", semitones: -3, cents, formant: 2.5 }));
      expect(valuesOf(setupFrom(setupOf(values)))).toEqual(values);
    }
  });

  it("TLS-1 invalid stored values are replaced by the defaults", () => {
    const defaults = setupFrom(undefined);
    expect(
      setupFrom({ preset: "gone", semitones: 99, cents: "7", output: "aiff", source: 1 }),
    ).toEqual(defaults);
    expect(doesSomething(valuesOf(defaults))).toBe(true);
    expect(doesSomething(valuesOf({ ...defaults, preset: "none" }))).toBe(false);
  });

  it("TLS-1 each preset is in one group", () => {
    expect(PRESET_GROUPS.flatMap(({ presets }) => presets).toSorted()).toEqual(
      [...PRESET_NAMES].toSorted(),
    );
  });

  it("TLS-1 results are named after input and preset", () => {
    expect(suffixOf({ preset: "robot" })).toBe("robot");
    expect(suffixOf({ preset: "none" })).toBe("voice");
  });
});
