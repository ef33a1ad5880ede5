import { useCallback } from "react";
import type { FileOrigin, FilesStore } from "#runtime/contract/file.ts";
import { joinFacts } from "#runtime/contract/texts.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { showArrival } from "../../motion/show-arrival.ts";
import { addedTexts } from "./added-texts.ts";

/** Adds files to the tray, announces them, and shows how the first one moves into the list. */
export function useTakeFiles(
  files: FilesStore,
  root: HTMLElement | null,
  say: (text: string) => void,
) {
  const t = useT();
  return useCallback(
    (given: readonly File[], origin: FileOrigin): void => {
      const first = given[0];
      if (!first) return;
      const before = files.getState().files;
      const zone = root?.querySelector("[data-drop]")?.getBoundingClientRect();
      const ids = files.add(given, origin);
      say(joinFacts(addedTexts(before, ids, t)));
      // After its row is rendered.
      if (root && zone)
        requestAnimationFrame(() => showArrival({ id: ids[0]!, name: first.name }, zone, root));
    },
    [files, root, say, t],
  );
}
