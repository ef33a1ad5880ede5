import { describe, expect, it } from "vitest";
import { fitTools } from "./fit-tools.ts";

const GROUPS = [["play"], ["undo", "redo"], ["cut", "copy", "paste"]];
const PRIORITY = ["play", "undo", "cut", "redo", "copy", "paste"];
const fit = (width: number): string[] => [
  ...fitTools(GROUPS, PRIORITY, { width, button: 36, gap: 16 }),
];
/** Width of a row with so many buttons in so many groups, the menu included. */
const widthOf = (buttons: number, groups: number): number => 36 * buttons + 16 * (groups - 1);

describe("TLS-19 the tools that fit on the toolbar's row", () => {
  it("are all of them without a menu if there is just enough room", () => {
    expect(fit(widthOf(6, 3))).toHaveLength(6);
    expect(fit(widthOf(6, 3) - 1)).toEqual(["play", "undo", "cut", "redo"]);
  });

  it("are the most important ones, and leave room for the menu", () => {
    for (let width = 0; width < widthOf(6, 3); width++) {
      const shown = fit(width);
      expect(shown).toEqual(PRIORITY.slice(0, shown.length));
      const groups = GROUPS.filter((group) => group.some((name) => shown.includes(name))).length;
      if (shown.length > 1)
        expect(widthOf(shown.length + 1, groups + 1)).toBeLessThanOrEqual(width);
    }
  });

  it("keep the first one on any screen", () => expect(fit(0)).toEqual(["play"]));
});
