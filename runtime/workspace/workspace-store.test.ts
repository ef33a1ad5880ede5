import { describe, expect, it } from "vitest";
import { PAGE_KINDS } from "#core/page/content.ts";
import type { KeyValue } from "../services/storage.ts";
import { createWorkspaceStore } from "./workspace-store.ts";

function memory(entries: Record<string, string> = {}): KeyValue {
  const stored = new Map(Object.entries(entries));
  return {
    get: (key) => stored.get(key) ?? null,
    set(key, value) {
      if (value === null) stored.delete(key);
      else stored.set(key, value);
    },
  };
}

describe("workspace", () => {
  it("WSP-1 lies over tool pages for those who are logged in or opened it, and over no other page", () => {
    const workspace = createWorkspaceStore({ storage: memory() });
    expect(workspace.visible("tool", false)).toBe(false);
    expect(workspace.visible("tool", true)).toBe(true);
    workspace.open();
    expect(workspace.visible("tool", false)).toBe(true);
    for (const kind of [...PAGE_KINDS, "policy", "voice", "error"])
      expect(workspace.visible(kind, true)).toBe(false);
  });

  it("WSP-1 WSP-2 from=workspace opens it and goes from the address; the rest stays", () => {
    const workspace = createWorkspaceStore({ storage: memory() });
    expect(workspace.arrive("?utm_source=x")).toBeNull();
    expect(workspace.arrive("?from=elsewhere&type=other")).toBeNull();
    expect(workspace.getState().opened).toBe(false);
    expect(workspace.arrive("?a=1&from=workspace&b=%20")).toBe("?a=1&b=%20");
    expect(workspace.getState()).toMatchObject({ opened: true, menu: null });
    expect(workspace.arrive("?from=workspace")).toBe("");
  });

  it("WSP-3 type=history opens the history", () => {
    const workspace = createWorkspaceStore({ storage: memory() });
    expect(workspace.arrive("?link=https%3A%2F%2Fa.example%2Fb&c=1")).toBe("?c=1");
    expect(workspace.getState().settings["download"]).toEqual({ links: "https://a.example/b" });
    expect(workspace.arrive("?type=history")).toBe("");
    expect(workspace.getState()).toMatchObject({ opened: true, menu: "6" });
    workspace.choose(null);
    expect(workspace.getState().menu).toBeNull();
  });

  it("WSP-6 who is signed in can close it for the page that is shown; on the next it is there", () => {
    const workspace = createWorkspaceStore({ storage: memory() });
    workspace.close();
    expect(workspace.visible("tool", true)).toBe(false);
    workspace.leavePage();
    expect(workspace.visible("tool", true)).toBe(true);
    workspace.close();
    workspace.open();
    expect(workspace.visible("tool", true)).toBe(true);
    workspace.close();
    workspace.leavePage();
    expect(workspace.visible("tool", false)).toBe(false);
  });

  it("WSP-5 what was open is open after a reload, until it is closed", () => {
    const storage = memory();
    const first = createWorkspaceStore({ storage });
    first.open("6");
    first.collapse(true);
    first.set("enhance", { strength: 3 });
    first.set("enhance", { mode: "soft" });
    const second = createWorkspaceStore({ storage });
    expect(second.getState()).toMatchObject({
      opened: true,
      collapsed: true,
      settings: { enhance: { strength: 3, mode: "soft" } },
    });
    second.close();
    second.collapse(false);
    expect(createWorkspaceStore({ storage }).getState()).toMatchObject({
      opened: false,
      collapsed: false,
    });
  });

  it("WSP-5 settings of another tab are not lost, and damaged ones do no harm", () => {
    const storage = memory();
    const one = createWorkspaceStore({ storage });
    const other = createWorkspaceStore({ storage });
    one.set("enhance", { strength: 3 });
    other.set("video", { size: 1080 });
    expect(createWorkspaceStore({ storage }).getState().settings).toEqual({
      enhance: { strength: 3 },
      video: { size: 1080 },
    });
    for (const text of ["{", "[]", "null", '{"a":1}'])
      expect(
        createWorkspaceStore({ storage: memory({ toolkit_panels: text }) }).getState().settings,
      ).toEqual({});
  });

  it("WSP-3 the gift asks for attention each time anew", () => {
    const workspace = createWorkspaceStore({ storage: memory() });
    workspace.highlightGift();
    workspace.highlightGift();
    expect(workspace.getState().gift).toBe(2);
  });
});
