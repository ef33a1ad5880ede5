import { describe, expect, it } from "vitest";
import type { OfferedModel } from "#core/models/offered.ts";
import { canTake, type Take, takenParts, TAKES } from "./params.ts";

const netOf = (stems: string[]) =>
  ({ form: { kind: "demucs", stems } }) as unknown as Pick<OfferedModel, "form">;
const FOUR = netOf(["drums", "bass", "other", "vocals"]);
const SIX = netOf(["drums", "bass", "other", "vocals", "guitar", "piano"]);
const VOICE = netOf(["vocals", "instrumental"]);
const short = (take: Exclude<Take, "all">, net: typeof FOUR | null = null) => {
  const taken = takenParts(take, net);
  return taken && `${taken.preset}: ${taken.parts.join("+")}`;
};

describe("what a mashup takes of a song", () => {
  it("TLS-1 is any stem, or several, of the built-in engine", () => {
    expect(short("vocals")).toBe("instrumental: vocals");
    expect(short("instrumental")).toBe("instrumental: instrumental");
    expect(short("drums")).toBe("stems: drums");
    expect(short("rhythm")).toBe("stems: drums+bass");
    expect(short("other")).toBe("stems: other");
    expect(short("no-drums")).toBe("stems: vocals+bass+other");
  });

  it("TLS-1 is the same of what a net finds, and not what it does not tell apart", () => {
    expect(short("instrumental", FOUR)).toBe("instrumental: drums+bass+other");
    expect(short("other", SIX)).toBe("stems: other+guitar+piano");
    expect(short("no-drums", SIX)).toBe("stems: bass+other+vocals+guitar+piano");
    expect(TAKES.filter((take) => !canTake(take, VOICE))).toEqual([
      "drums",
      "bass",
      "rhythm",
      "other",
      "no-drums",
    ]);
    expect(TAKES.every((take) => canTake(take, null) && canTake(take, FOUR))).toBe(true);
  });
});
