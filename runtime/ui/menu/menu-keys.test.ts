import { describe, expect, it } from "vitest";
import { nextIndex, wayOf } from "./menu-keys.ts";

describe("arrow keys in menus", () => {
  it("WSP-5 lead through a list and hold at its ends", () => {
    expect([nextIndex("next", 0, 3), nextIndex("next", 2, 3)]).toEqual([1, 2]);
    expect([nextIndex("previous", 2, 3), nextIndex("previous", 0, 3)]).toEqual([1, 0]);
    expect([nextIndex("first", 2, 3), nextIndex("last", 0, 3)]).toEqual([0, 2]);
    expect([nextIndex("next", -1, 3), nextIndex("previous", -1, 3)]).toEqual([0, 2]);
  });

  it("LOC-6 run the other way from right to left", () => {
    expect([wayOf("ArrowLeft", "x", false), wayOf("ArrowLeft", "x", true)]).toEqual([
      "previous",
      "next",
    ]);
    expect([wayOf("ArrowDown", "y", true), wayOf("ArrowLeft", "y", true)]).toEqual(["next", null]);
    expect(wayOf("End", "y", false)).toBe("last");
  });
});
