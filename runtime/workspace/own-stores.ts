import { useEffect, useState } from "react";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { canStartSound } from "../audio/player/start-context.ts";
import { useLocale } from "../i18n/context.tsx";
import type { WorkspaceDeps } from "./contract/context.ts";
import { createKeyboard } from "./keyboard/keyboard.ts";
import { createPreview } from "./preview/preview.ts";
import { thrownText } from "./contract/texts.ts";
import type { Keyboard } from "./contract/shortcuts/keyboard.ts";
import type { Preview } from "./contract/preview.ts";

/** Where it is remembered that shortcuts of one character are off. */
const SINGLE = "toolkit_keys";

/** Makes what lives and ends with the workspace. */
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

/** The site's tools in the page's language; those of the language before until they are there. */
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
