import { describe, expect, it } from "vitest";
import { placeOf, wayOf } from "./menu-keys.ts";

describe("arrow keys in menus", () => {
  it("WSP-5 lead through a list and hold at its ends", () => {
    expect([placeOf("next", 0, 3), placeOf("next", 2, 3)]).toEqual([1, 2]);
    expect([placeOf("previous", 2, 3), placeOf("previous", 0, 3)]).toEqual([1, 0]);
    expect([placeOf("first", 2, 3), placeOf("last", 0, 3)]).toEqual([0, 2]);
    expect([placeOf("next", -1, 3), placeOf("previous", -1, 3)]).toEqual([0, 2]);
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
