import { expect, it } from "vitest";
import type { ToolPage } from "./page.ts";
import { inputOf, lacksLinks, turnsSound } from "./tool-input.ts";

const page = (panel: string, preset?: string) => ({ panel, preset }) as ToolPage;

it.each([
  ["download", undefined, "link", "file"],
  ["karaoke", "link", "link", "file"],
  ["karaoke", undefined, "file", "file"],
  ["tts", undefined, "text", "text"],
  ["asmr", undefined, "settings", "settings"],
])(
  "TLS-1 a tool with panel %s and preset %s starts from a %s, where links are off from a %s",
  (panel, preset, on, off) => {
    const tool = page(panel, preset);
    expect(inputOf(tool, { links: true })).toBe(on);
    expect(inputOf(tool, { links: false })).toBe(off);
    expect(lacksLinks(tool, { links: true })).toBe(false);
    expect(lacksLinks(tool, { links: false })).toBe(on !== off);
  },
);

it("TLS-1 a sound before and after belongs to tools that turn a sound into a sound", () => {
  expect(
    ["denoise", "karaoke", "transcript", "video", "tts"].map((id) => turnsSound(page(id))),
  ).toEqual([true, true, false, false, false]);
  expect(turnsSound(page("karaoke", "link"))).toBe(false);
});
