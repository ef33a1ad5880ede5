import fs from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { createKeyboard } from "./keyboard.ts";
import { type Shortcut, type ShortcutId, SHORTCUTS } from "../../contract/shortcuts/shortcuts.ts";
import { parseCombo } from "../../contract/shortcuts/combo.ts";
import { capsOf } from "../../contract/shortcuts/key-caps.ts";
import { readTarget } from "./keyboard-target.ts";
import type { KeyPress, KeyTarget } from "../../contract/shortcuts/keyboard.ts";

const press = (
  key: string,
  { altGraph = false, ...rest }: Partial<KeyPress> & { altGraph?: boolean } = {},
): KeyPress => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  getModifierState: () => altGraph,
  ...rest,
});
const FREE: KeyTarget = { typing: false, pressed: null, arrows: false, inList: false };
const keyboard = (options: { isApple?: boolean; single?: boolean } = {}) =>
  createKeyboard({ isApple: false, single: true, onSingle: () => {}, ...options });
/** The shortcut that a press runs when all are bound. */
function ran(
  given: KeyPress,
  target: KeyTarget = FREE,
  options: { isApple?: boolean; single?: boolean } = {},
) {
  const board = keyboard(options);
  const received: ShortcutId[] = [];
  for (const { id } of SHORTCUTS) board.bind(id, () => received.push(id));
  const taken = board.press(given, target);
  expect(taken).toBe(received.length > 0);
  return received[0];
}

describe("keyboard map", () => {
  it("WSP-5 no two shortcuts that hold at the same time have the same keys", () => {
    const holds = (a: Shortcut, b: Shortcut): boolean =>
      a.scope === b.scope || (a.scope !== "list" && b.scope !== "list");
    const clashes = SHORTCUTS.flatMap((a, at) =>
      SHORTCUTS.slice(at + 1)
        .filter((b) => holds(a, b) && a.keys.some((key) => b.keys.includes(key)))
        .map((b) => `${a.id} and ${b.id}`),
    );
    // Escape closes the workspace once nothing is selected that it would clear first.
    expect(clashes).toEqual(["close and edit.none"]);
  });

  it("WSP-5 the list takes keys of the panel only while the focus is in it", () => {
    expect(ran(press("Delete"))).toBe("audio.delete");
    expect(ran(press("Delete"), { ...FREE, inList: true })).toBe("list.remove");
  });

  it("WSP-5 has the keys that audio programs share", () => {
    const keys = Object.fromEntries(SHORTCUTS.map(({ id, keys: own }) => [id, own]));
    expect(keys).toMatchObject({
      "audio.play": ["space"],
      "audio.back": ["arrowleft"],
      "audio.forward": ["arrowright"],
      "audio.backFar": ["shift+arrowleft"],
      "audio.forwardFine": ["alt+arrowup"],
      "audio.in": ["i", "["],
      "audio.out": ["o", "]"],
      "audio.loop": ["l"],
      "audio.mute": ["m"],
      "audio.solo": ["s"],
      "audio.compare": ["a"],
      "audio.cut": ["c"],
      "audio.delete": ["delete", "backspace"],
      "audio.undo": ["mod+z"],
      "audio.redo": ["mod+shift+z", "mod+y"],
      "audio.fit": ["0"],
      "audio.zoomIn": ["+", "="],
      "audio.zoomOut": ["-"],
      help: ["?"],
    });
  });

  it("WSP-5 Alt with ← and → stays the browser's step through the history", () => {
    const taken = SHORTCUTS.filter(({ keys }) =>
      keys.some((key) => /^alt\+arrow(left|right)$/.test(key)),
    );
    expect(taken).toEqual([]);
    expect(ran(press("ArrowLeft", { altKey: true }))).toBeUndefined();
    expect(ran(press("ArrowDown", { altKey: true }))).toBe("audio.backFine");
  });

  it("WSP-5 every shortcut says what it does", () => {
    const english = JSON.parse(
      fs.readFileSync(new URL("../../../locales/en/workspace.json", import.meta.url), "utf8"),
    ) as { readonly keys: unknown };
    const texts = english.keys;
    const missing = SHORTCUTS.filter(({ label }) => {
      const path = label.replace("workspace:keys.", "").split(".");
      let node: unknown = texts;
      for (const part of path) node = (node as Record<string, unknown> | undefined)?.[part];
      return typeof node !== "string";
    });
    expect(missing).toEqual([]);
  });
});

describe("keys", () => {
  it("WSP-5 run the bound action, with the modifiers of the device", () => {
    expect(ran(press("z", { ctrlKey: true }))).toBe("audio.undo");
    expect(ran(press("Z", { ctrlKey: true, shiftKey: true }))).toBe("audio.redo");
    expect(ran(press("z", { metaKey: true }), FREE, { isApple: true })).toBe("audio.undo");
    expect(ran(press("z", { ctrlKey: true }), FREE, { isApple: true })).toBeUndefined();
    expect(ran(press("z", { metaKey: true }))).toBeUndefined();
    expect(ran(press("l"))).toBe("audio.loop");
    expect(ran(press("L", { shiftKey: true }))).toBeUndefined();
    expect(ran(press("ArrowLeft", { shiftKey: true }))).toBe("audio.backFar");
  });

  it("WSP-5 are found by their place where the layout writes another script", () => {
    // Russian, Greek, Arabic
    expect(ran(press("ш", { code: "KeyI" }))).toBe("audio.in");
    expect(ran(press("я", { code: "KeyZ", ctrlKey: true }))).toBe("audio.undo");
    expect(ran(press("λ", { code: "KeyL" }))).toBe("audio.loop");
    expect(ran(press("٣", { code: "Digit3" }))).toBe("entry");
    expect(ran(press("х", { code: "BracketLeft" }))).toBe("audio.in");
    expect(ran(press("؟", { code: "Slash", shiftKey: true }))).toBe("help");
  });

  it("WSP-5 are matched by the characters of a Latin layout, not by position", () => {
    // Dvorak: "l" on the physical key P
    expect(ran(press("l", { code: "KeyP" }))).toBe("audio.loop");
    // German: "ü" is on the physical key "[", and "[" is typed with AltGr, or Option on a Mac
    expect(ran(press("[", { code: "Digit8", ctrlKey: true, altKey: true, altGraph: true }))).toBe(
      "audio.in",
    );
    expect(ran(press("[", { code: "Digit5", altKey: true }), FREE, { isApple: true })).toBe(
      "audio.in",
    );
    // French digits need Shift
    expect(ran(press("1", { code: "Digit1", shiftKey: true }))).toBe("entry");
    expect(ran(press("&", { code: "Digit1" }))).toBeUndefined();
    expect(ran(press("?", { code: "Minus", shiftKey: true }))).toBe("help");
  });

  it("WSP-5 never fire while text is written", () => {
    expect(ran(press("l"), { ...FREE, typing: true })).toBeUndefined();
    expect(ran(press("z", { ctrlKey: true }), { ...FREE, typing: true })).toBeUndefined();
    expect(ran(press("l", { isComposing: true }))).toBeUndefined();
  });

  it("WSP-5 leave a control the keys that press and move it", () => {
    expect(ran(press(" "))).toBe("audio.play");
    expect(ran(press(" "), { ...FREE, pressed: "both" })).toBeUndefined();
    expect(ran(press(" "), { ...FREE, pressed: "enter" })).toBe("audio.play");
    expect(ran(press("ArrowRight"), { ...FREE, arrows: true })).toBeUndefined();
    expect(ran(press("ArrowUp", { altKey: true }), { ...FREE, arrows: true })).toBe(
      "audio.forwardFine",
    );
    expect(ran(press("Enter"), { ...FREE, pressed: "space", inList: true })).toBe("list.play");
  });

  it("WSP-5 of one character can be switched off", () => {
    expect(ran(press("l"), FREE, { single: false })).toBeUndefined();
    expect(ran(press("?"), FREE, { single: false })).toBeUndefined();
    expect(ran(press("z", { ctrlKey: true }), FREE, { single: false })).toBe("audio.undo");
    expect(ran(press(" "), FREE, { single: false })).toBe("audio.play");
    const onSingle = vi.fn<(on: boolean) => void>();
    const board = createKeyboard({ isApple: false, single: true, onSingle });
    board.setSingle(false);
    expect(onSingle).toHaveBeenCalledWith(false);
    expect(board.getState().single).toBe(false);
  });

  it("WSP-5 belong to the most recent binding, and return to the previous one", () => {
    const board = keyboard();
    const received: string[] = [];
    board.bind("audio.play", () => received.push("first"));
    const release = board.bind("audio.play", () => received.push("second"));
    board.press(press(" "), FREE);
    release();
    board.press(press(" "), FREE);
    expect(received).toEqual(["second", "first"]);
    expect(board.getState().bound).toEqual(["audio.play"]);
  });

  it("WSP-5 that are held repeat only if useful, and are not passed to the browser", () => {
    const board = keyboard();
    const received: string[] = [];
    board.bind("audio.play", () => received.push("play"));
    board.bind("audio.back", () => received.push("back"));
    expect(board.press(press(" ", { repeat: true }), FREE)).toBe(true);
    expect(board.press(press("ArrowLeft", { repeat: true }), FREE)).toBe(true);
    expect(received).toEqual(["back"]);
  });

  it("WSP-5 say which of several keys it was", () => {
    const board = keyboard();
    const received: string[] = [];
    board.bind("entry", (key) => received.push(key));
    board.press(press("4"), FREE);
    expect(received).toEqual(["4"]);
  });
});

describe("targets and names of keys", () => {
  it("WSP-5 reads what the focused element does with keys", () => {
    const element = (...of: string[]) =>
      ({
        closest: (selector: string) =>
          of.some((one) => selector.split(", ").includes(one)) ? {} : null,
      }) as unknown as EventTarget;
    expect(readTarget(element("textarea")).typing).toBe(true);
    expect(readTarget(element("button")).pressed).toBe("both");
    expect(readTarget(element("a[href]")).pressed).toBe("enter");
    expect(readTarget(element("input[type=range]")).arrows).toBe(true);
    expect(readTarget(element("[data-file-list]")).inList).toBe(true);
    expect(readTarget(null)).toEqual(FREE);
    expect(readTarget({} as EventTarget)).toEqual(FREE);
  });

  it("WSP-5 shows modifiers as the device writes them", () => {
    const t = (key: string) => key.split(".").at(-1)!;
    expect(capsOf("mod+shift+z", false, t)).toEqual(["ctrl", "shift", "Z"]);
    expect(capsOf("mod+shift+z", true, t)).toEqual(["⇧", "⌘", "Z"]);
    expect(capsOf("alt+arrowup", true, t)).toEqual(["⌥", "↑"]);
    expect(capsOf("+", false, t)).toEqual(["+"]);
    expect(capsOf("space", false, t)).toEqual(["space"]);
    expect(parseCombo("+")).toEqual({ mod: false, alt: false, shift: false, key: "+" });
  });
});
