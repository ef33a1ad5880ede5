import { useEffect, useRef, useState } from "react";
import type { WorkspaceStore } from "#runtime/workspace/contract/workspace-store.ts";

/** ms for which nothing is typed until the text is written down. */
const REST = 400;

/** The text, which is kept on the device for the next visit. */
export function useKeptText(workspace: WorkspaceStore) {
  const [text, setText] = useState(() => {
    const kept = workspace.getState().settings["tts-text"]?.["text"];
    return typeof kept === "string" ? kept : "";
  });
  const written = useRef(text);
  useEffect(() => {
    const write = (): void => {
      if (written.current === text) return;
      written.current = text;
      workspace.set("tts-text", { text });
    };
    const timer = setTimeout(write, REST);
    window.addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", write);
    };
  }, [workspace, text]);
  return [text, setText] as const;
}
