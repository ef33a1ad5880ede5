import { expect, it } from "vitest";
import { addedTexts } from "./added-texts.ts";

const t = (key: string, values?: object): string => `${key} ${JSON.stringify(values)}`;
const added = (count: number): string => t("workspace:tray.added", { count });
const already = (count: number): string => t("workspace:tray.already", { count });

it("WSP-5 a screen reader is told what was added and what was in the tray already", () => {
  const before = [{ id: "a" }, { id: "b" }];
  for (const [ids, expected] of [
    [["c"], [added(1)]],
    [["c", "d"], [added(2)]],
    [["a"], [already(1)]],
    [["a", "b"], [already(2)]],
    [
      ["a", "c", "d"],
      [added(2), already(1)],
    ],
    // One file that is chosen twice at once is one file.
    [["c", "c"], [added(1)]],
    [["a", "a"], [already(1)]],
  ] as const)
    expect(addedTexts(before, ids, t)).toEqual(expected);
});
