import { useStore } from "zustand";
import { useWorkspace } from "../../contract/context.ts";
import { useShortcut } from "../../contract/shortcuts/use-shortcut.ts";
import type { RunShortcut } from "../../contract/shortcuts/keyboard.ts";

/** Binds the global shortcuts of the workspace. */
export function WorkspaceKeys({
  onHelp,
  onEntry,
  onClose,
}: {
  readonly onHelp: () => void;
  readonly onEntry: RunShortcut;
  readonly onClose: () => void;
}): null {
  const { go, choose, record, recorder } = useWorkspace();
  const isFree = useStore(recorder, ({ state }) => state === "idle");
  useShortcut("help", onHelp);
  useShortcut("close", onClose);
  useShortcut("choose", choose);
  useShortcut("record", isFree ? record : null);
  useShortcut("entry", onEntry);
  useShortcut("goMenu", () => go("menu"));
  useShortcut("goPanel", () => go("panel"));
  useShortcut("goFiles", () => go("files"));
  useShortcut("goQueue", () => go("queue"));
  return null;
}
