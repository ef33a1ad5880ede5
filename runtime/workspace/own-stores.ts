import { useEffect, useState } from "react";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { canStartSound } from "../audio/player/start-context.ts";
import { useLocale } from "../i18n/context.tsx";
import type { WorkspaceDeps } from "../contract/context.ts";
import { createKeyboard } from "./keyboard/keyboard.ts";
import { createPreview } from "./preview/preview.ts";
import { thrownText } from "../contract/texts.ts";
import type { Keyboard } from "../contract/shortcuts/keyboard.ts";
import type { Preview } from "../contract/preview.ts";

/** Storage key for switching off single-character shortcuts. */
const SINGLE = "toolkit_keys";

/** Creates the stores that live as long as the workspace is open. */
export function createOwnStores(
  { storage, notices }: Pick<WorkspaceDeps, "storage" | "notices">,
  window: Window & typeof globalThis,
): { readonly keyboard: Keyboard; readonly preview: Preview } {
  const keyboard = createKeyboard({
    isApple: /^(?:Mac|iP)/.test(window.navigator.platform),
    single: storage.get(SINGLE) !== "off",
    onSingle: (on) => storage.set(SINGLE, on ? null : "off"),
  });
  const preview = createPreview({
    player: () => new window.Audio(),
    urls: window.URL,
    canSound: canStartSound,
    onFailed: (_, error) => notices.warn(thrownText(error)),
  });
  return { keyboard, preview };
}

/**
 * The tools of the site in the page's language; those of the previous language until they are
 * loaded.
 */
export function useTools({
  loadTools,
  report,
}: Pick<WorkspaceDeps, "loadTools" | "report">): readonly WorkspaceTool[] {
  const { code } = useLocale().locale;
  const [tools, setTools] = useState<readonly WorkspaceTool[]>([]);
  useEffect(() => {
    let here = true;
    loadTools(code).then((given) => here && setTools(given), report);
    return () => {
      here = false;
    };
  }, [code, loadTools, report]);
  return tools;
}
