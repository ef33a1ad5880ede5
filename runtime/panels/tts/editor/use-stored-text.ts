import { useEffect, useRef, useState } from "react";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";

/** The text is stored when it has not changed for this time, in ms. */
const DEBOUNCE_MS = 400;

/** The text, stored on the device for the next visit. */
export function useStoredText(workspace: WorkspaceStore) {
  const [text, setText] = useState(() => {
    const stored = workspace.getState().settings["tts-text"]?.["text"];
    return typeof stored === "string" ? stored : "";
  });
  const written = useRef(text);
  useEffect(() => {
    const write = (): void => {
      if (written.current === text) return;
      written.current = text;
      workspace.set("tts-text", { text });
    };
    const timer = setTimeout(write, DEBOUNCE_MS);
    window.addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", write);
    };
  }, [workspace, text]);
  return [text, setText] as const;
}
