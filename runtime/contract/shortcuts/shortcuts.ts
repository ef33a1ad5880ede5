/**
 * Scope of a shortcut: `list` while the focus is in the tray, `panel` while the panel that binds
 * the shortcut is open, `workspace` everywhere. Inner scopes take precedence.
 */
export type ShortcutScope = "list" | "panel" | "workspace";

export interface Shortcut {
  readonly id: ShortcutId;
  /**
   * Alternatives, for example `?`, `space`, `shift+arrowleft`; `mod` is ⌘ on Apple devices and Ctrl
   * elsewhere. Letters and digits match the characters of the keyboard layout; on non-Latin
   * layouts, they match the physical keys of a Latin keyboard.
   */
  readonly keys: readonly string[];
  readonly scope: ShortcutScope;
  /** Message key of the description. */
  readonly label: string;
  /** Whether it repeats while the key is held. */
  readonly repeats?: true;
}

const MAP = {
  help: { scope: "workspace", keys: ["?"] },
  close: { scope: "workspace", keys: ["escape"] },
  choose: { scope: "workspace", keys: ["mod+o"] },
  record: { scope: "workspace", keys: ["r"] },
  entry: { scope: "workspace", keys: ["1", "2", "3", "4", "5", "6"] },
  goMenu: { scope: "workspace", keys: ["g"] },
  goPanel: { scope: "workspace", keys: ["p"] },
  goFiles: { scope: "workspace", keys: ["f"] },
  goQueue: { scope: "workspace", keys: ["q"] },

  "list.next": { scope: "list", keys: ["arrowdown"], repeats: true },
  "list.previous": { scope: "list", keys: ["arrowup"], repeats: true },
  "list.first": { scope: "list", keys: ["home"] },
  "list.last": { scope: "list", keys: ["end"] },
  "list.play": { scope: "list", keys: ["enter"] },
  "list.all": { scope: "list", keys: ["mod+a"] },
  "list.up": { scope: "list", keys: ["alt+arrowup"], repeats: true },
  "list.down": { scope: "list", keys: ["alt+arrowdown"], repeats: true },
  "list.rename": { scope: "list", keys: ["f2"] },
  "list.remove": { scope: "list", keys: ["delete", "backspace"] },

  "audio.play": { scope: "panel", keys: ["space"] },
  "audio.back": { scope: "panel", keys: ["arrowleft"], repeats: true },
  "audio.forward": { scope: "panel", keys: ["arrowright"], repeats: true },
  "audio.backFar": { scope: "panel", keys: ["shift+arrowleft"], repeats: true },
  "audio.forwardFar": { scope: "panel", keys: ["shift+arrowright"], repeats: true },
  // Alt with ← or → is the browser's history navigation.
  "audio.backFine": { scope: "panel", keys: ["alt+arrowdown"], repeats: true },
  "audio.forwardFine": { scope: "panel", keys: ["alt+arrowup"], repeats: true },
  "audio.start": { scope: "panel", keys: ["home"] },
  "audio.end": { scope: "panel", keys: ["end"] },
  "audio.in": { scope: "panel", keys: ["i", "["] },
  "audio.out": { scope: "panel", keys: ["o", "]"] },
  "audio.loop": { scope: "panel", keys: ["l"] },
  "audio.mute": { scope: "panel", keys: ["m"] },
  "audio.solo": { scope: "panel", keys: ["s"] },
  "audio.compare": { scope: "panel", keys: ["a"] },
  "audio.cut": { scope: "panel", keys: ["c"] },
  "audio.delete": { scope: "panel", keys: ["delete", "backspace"] },
  "audio.undo": { scope: "panel", keys: ["mod+z"], repeats: true },
  "audio.redo": { scope: "panel", keys: ["mod+shift+z", "mod+y"], repeats: true },
  "audio.fit": { scope: "panel", keys: ["0"] },
  "audio.zoomIn": { scope: "panel", keys: ["+", "="], repeats: true },
  "audio.zoomOut": { scope: "panel", keys: ["-"], repeats: true },

  "edit.cut": { scope: "panel", keys: ["mod+x"] },
  "edit.copy": { scope: "panel", keys: ["mod+c"] },
  "edit.paste": { scope: "panel", keys: ["mod+v"] },
  "edit.duplicate": { scope: "panel", keys: ["mod+d"] },
  "edit.all": { scope: "panel", keys: ["mod+a"] },
  "edit.none": { scope: "panel", keys: ["escape"] },
  "edit.silence": { scope: "panel", keys: ["shift+delete", "shift+backspace"] },
  "edit.crop": { scope: "panel", keys: ["t"] },
  "edit.split": { scope: "panel", keys: ["b"] },
  "edit.mark": { scope: "panel", keys: ["k"] },
  "edit.point": { scope: "panel", keys: ["v"] },
  "edit.previous": { scope: "panel", keys: [","], repeats: true },
  "edit.next": { scope: "panel", keys: ["."], repeats: true },
  "edit.above": { scope: "panel", keys: ["arrowup"], repeats: true },
  "edit.below": { scope: "panel", keys: ["arrowdown"], repeats: true },
  "edit.extendBack": { scope: "panel", keys: ["mod+shift+arrowleft"], repeats: true },
  "edit.extend": { scope: "panel", keys: ["mod+shift+arrowright"], repeats: true },
  "edit.earlier": { scope: "panel", keys: ["mod+arrowleft"], repeats: true },
  "edit.later": { scope: "panel", keys: ["mod+arrowright"], repeats: true },
  "edit.trackUp": { scope: "panel", keys: ["mod+arrowup"] },
  "edit.trackDown": { scope: "panel", keys: ["mod+arrowdown"] },
} as const satisfies Readonly<Record<string, Omit<Shortcut, "id" | "label">>>;

export type ShortcutId = keyof typeof MAP;

/** All shortcuts of the workspace and of its panels, in display order. */
export const SHORTCUTS: readonly Shortcut[] = Object.entries(MAP).map(([id, rest]) => ({
  ...(rest as Omit<Shortcut, "id" | "label">),
  id: id as ShortcutId,
  label: `workspace:keys.${id}`,
}));
