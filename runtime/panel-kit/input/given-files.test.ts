import { expect, it } from "vitest";
import { givenFiles } from "./given-files.ts";

it("WSP-5 a tool takes what it was opened with, and not what other tools left selected", () => {
  const before = ["left", "new"];
  expect(givenFiles({ selected: before, added: [] }, before)).toEqual([]);
  expect(givenFiles({ selected: before, added: ["new"] }, before)).toEqual(["new"]);
  expect(givenFiles({ selected: before, added: ["other"] }, before)).toEqual([]);
});

it("WSP-5 selected and added files count while the tool is open, regardless of earlier selections", () => {
  expect(givenFiles({ selected: ["left"], added: [] }, ["left", "new"])).toEqual(["left"]);
  expect(givenFiles({ selected: ["new"], added: ["new"] }, [])).toEqual(["new"]);
});
