import { describe, expect, it } from "vitest";
import { columnsOf, documentTitle, TITLE_COLUMNS } from "./document-title.ts";

describe("titles of documents", () => {
  it.each([
    ["MP3", 3],
    ["e\u0301", 1],
    ["音声をMP3に", 11],
    ["노래 MR", 7],
    ["（清唱）", 8],
    ["ステム・ギター", 14],
    ["", 0],
  ])("SEO-1 %j is %i columns wide", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it("SEO-1 name the site where both fit into a search result", () => {
    const room = TITLE_COLUMNS - " | Brand".length;
    expect(documentTitle("a".repeat(room), "Brand")).toBe(`${"a".repeat(room)} | Brand`);
    expect(documentTitle("a".repeat(room + 1), "Brand")).toBe("a".repeat(room + 1));
    expect(documentTitle("音".repeat(room / 2), "Brand")).toContain("Brand");
    expect(documentTitle("音".repeat(room / 2 + 1), "Brand")).not.toContain("Brand");
  });
});
