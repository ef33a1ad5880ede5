import { describe, expect, it } from "vitest";
import { type SeparationPreset, SEPARATION_PRESETS } from "#audio/separation/presets.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import panel from "../panel.ts";
import { type StemCount, countsOf, limitsOf, splitOf } from "./presets.ts";

const netOf = (stems: string[]) =>
  ({ form: { kind: "demucs", stems } }) as unknown as Pick<OfferedModel, "form">;
const FOUR = netOf(["drums", "bass", "other", "vocals"]);
const SIX = netOf(["drums", "bass", "other", "vocals", "guitar", "piano"]);
const short = (
  preset: SeparationPreset,
  net: typeof FOUR | null = null,
  count: StemCount = "4",
) => {
  const { stems, muted } = splitOf(preset, count, net);
  return `${stems.map(({ stem, parts }) => `${stem}=${parts.join("+")}`).join(" ")} -${muted.join()}`;
};

describe("the pages of the menu “Split songs”", () => {
  it("TLS-1 open the mixer with the right stems, and those muted that they take out", () => {
    expect(short("stems")).toBe("vocals=vocals drums=drums bass=bass other=other -");
    expect(short("stems", null, "2")).toBe("vocals=vocals instrumental=instrumental -");
    expect(short("instrumental")).toBe("vocals=vocals instrumental=instrumental -vocals");
    expect(short("vocals")).toBe("vocals=vocals instrumental=instrumental -instrumental");
    expect(short("no-drums")).toBe("drums=drums no-drums=rest -drums");
    expect(short("no-bass")).toBe("bass=bass no-bass=rest -bass");
    expect(short("no-lead")).toBe("lead=lead no-lead=rest -lead");
    expect(short("speech")).toBe("speech=speech music=music -music");
  });

  it("TLS-1 make the same stems of what a net finds", () => {
    expect(short("stems", SIX, "6")).toBe(
      "drums=drums bass=bass other=other vocals=vocals guitar=guitar piano=piano -",
    );
    expect(short("stems", FOUR, "2")).toBe("vocals=vocals instrumental=drums+bass+other -");
    expect(short("no-guitar", SIX)).toBe(
      "guitar=guitar no-guitar=drums+bass+other+vocals+piano -guitar",
    );
    expect(short("speech", FOUR)).toBe("speech=vocals music=drums+bass+other -music");
    expect([countsOf(null), countsOf(FOUR), countsOf(SIX)]).toEqual([
      ["2", "4"],
      ["2", "4"],
      ["2", "4", "6"],
    ]);
  });

  it("TLS-8 say which stems an engine does not tell apart", () => {
    expect(limitsOf("no-guitar", null)).toEqual(["guitar"]);
    expect(limitsOf("no-guitar", FOUR)).toEqual(["guitar"]);
    expect(limitsOf("no-guitar", SIX)).toEqual([]);
    expect(limitsOf("no-lead", null)).toEqual(["lead"]);
    expect(limitsOf("no-lead", FOUR)).toEqual(["lead"]);
    expect(limitsOf("stems", null)).toEqual([]);
    expect(limitsOf("speech", FOUR)).toEqual([]);
  });

  it("TLS-1 lose nothing: each source of a net is in just one stem", () => {
    expect(Object.keys(SEPARATION_PRESETS)).toEqual(panel.presets);
    for (const preset of panel.presets as readonly SeparationPreset[])
      for (const [net, count] of [
        [FOUR, 4],
        [SIX, 6],
      ] as const)
        expect(new Set(splitOf(preset, "4", net).stems.flatMap(({ parts }) => parts)).size).toBe(
          count,
        );
  });
});
