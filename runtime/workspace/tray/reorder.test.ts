import { describe, expect, it } from "vitest";
import { targetOf } from "./reorder.ts";

const rows = ["a", "b", "c"].map((id, at) => ({ id, top: at * 60, bottom: at * 60 + 60 }));

describe("order of files", () => {
  it("WSP-5 a row goes where it is let go of", () => {
    expect(targetOf(rows, "a", -10)).toBe(0);
    expect(targetOf(rows, "a", 30)).toBe(0);
    expect(targetOf(rows, "a", 100)).toBe(1);
    expect(targetOf(rows, "a", 500)).toBe(2);
    expect(targetOf(rows, "c", 10)).toBe(0);
    expect(targetOf(rows, "c", 80)).toBe(1);
    expect(targetOf([rows[0]!], "a", 900)).toBe(0);
  });
});
