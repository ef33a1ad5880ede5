import { describe, expect, it } from "vitest";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { MENU } from "#core/tools/menu.ts";
import { findItem, historyHref, leadsTo, leavesOf, menuOf } from "./menu.ts";

const tool = (slug: string, menu: string, available = true): WorkspaceTool => ({
  slug,
  name: slug,
  tagline: "",
  path: `/de/${slug}`,
  menu,
  panel: "p",
  preset: "x",
  cost: 1,
  group: "clean",
  available,
});
const leaves = MENU.filter((entry) => !("children" in entry) && entry.id !== "6");
const all = leaves.map(({ id }) => tool(`tool-${id}`, id));

describe("side menu", () => {
  it("WSP-3 has the entries in their order, with their numbers", () => {
    const items = menuOf(all, "/de/x");
    expect(items.flatMap((item) => [item.id, ...item.children.map(({ id }) => id)])).toEqual(
      MENU.map(({ id }) => id),
    );
    expect(items.map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5", "6"]);
  });

  it("WSP-3 text to speech is a link to its page with from=workspace, the others to theirs", () => {
    const items = menuOf(all, "/de/x");
    expect(findItem(items, "4-6")!.href).toBe("/de/tool-4-6?from=workspace");
    expect(findItem(items, "4-5")!.href).toBe("/de/tool-4-5");
    expect(findItem(items, "6")!.href).toBe("/de/x?type=history");
  });

  it("WSP-5 an entry with several tools leads to the first that can be used", () => {
    const tools = [tool("a", "1", false), tool("b", "1"), tool("c", "1")];
    const [item] = menuOf(tools, "/");
    expect(item!.href).toBe("/de/b");
    expect(item!.tools.map(({ slug }) => slug)).toEqual(["a", "b", "c"]);
    expect(menuOf([tool("a", "1", false)], "/")[0]!.href).toBe("/de/a");
  });

  it("WSP-3 an entry leads to its main tool, whatever the order of the site", () => {
    const tools = [
      tool("ai-asmr-generator", "4-6", false),
      tool("ai-text-to-speech", "4-6", false),
    ];
    const item = findItem(menuOf(tools, "/"), "4-6")!;
    expect(item.href).toBe("/de/ai-text-to-speech?from=workspace");
    expect(item.tools.map(({ slug }) => slug)).toEqual(["ai-text-to-speech", "ai-asmr-generator"]);
  });

  it("WSP-3 leaves out what a site does not have, but never the history", () => {
    expect(menuOf([tool("a", "5-2")], "/").map(({ id }) => id)).toEqual(["5", "6"]);
    expect(menuOf([], "/").map(({ id }) => id)).toEqual(["6"]);
  });

  it("WSP-3 the trimmer and the volume changer are listed below the editor", () => {
    const tools = ["audio-trimmer", "volume-changer", "ai-audio-editor"].map((slug) =>
      tool(slug, "4-4"),
    );
    const item = findItem(menuOf(tools, "/"), "4-4")!;
    expect(item.href).toBe("/de/ai-audio-editor");
    expect(item.listed.map(({ slug }) => slug)).toEqual(["audio-trimmer", "volume-changer"]);
    expect(findItem(menuOf([tool("ai-audio-editor", "4-4")], "/"), "4-4")!.listed).toEqual([]);
  });

  it("WSP-3 an entry is marked while none of its tools works, a group while none of its entries does", () => {
    const tools = [tool("a", "1"), tool("b", "1", false), tool("c", "3-1", false)];
    const items = menuOf([...tools, tool("d", "4-1", false), tool("e", "4-7")], "/");
    const marked = items.flatMap((item) => [item, ...item.children]).filter((one) => one.building);
    expect(marked.map(({ id }) => id)).toEqual(["3", "3-1", "4-1"]);
  });

  it("WSP-3 every leaf has a page", () => {
    const pages = menuOf(all, "/").flatMap(leavesOf);
    expect(pages.every(({ href }) => href !== null)).toBe(true);
    expect(pages).toHaveLength(leaves.length + 1);
  });

  it("WSP-3 a link to the page itself leads back from the history, one to the history does not", () => {
    expect(leadsTo("/de/x", "/de/x")).toBe(true);
    expect(leadsTo("https://other.example/de/x?from=workspace", "/de/x")).toBe(true);
    expect(leadsTo(historyHref("/de/x"), "/de/x")).toBe(false);
    expect(leadsTo("/de/y", "/de/x")).toBe(false);
  });
});
