import Redo2 from "lucide-react/icons/redo-2";
import Undo2 from "lucide-react/icons/undo-2";
import { useShortcut } from "../../contract/shortcuts/use-shortcut.ts";
import { useT } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";

/** Undo and redo as buttons and as shortcuts; null where there is nothing to undo or to redo. */
export function UndoButtons({
  undo,
  redo,
}: {
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}) {
  const t = useT();
  useShortcut("audio.undo", undo);
  useShortcut("audio.redo", redo);
  return (
    <>
      <IconButton label={t("workspace:keys.audio.undo")} disabled={!undo} onClick={() => undo?.()}>
        <Undo2 />
      </IconButton>
      <IconButton label={t("workspace:keys.audio.redo")} disabled={!redo} onClick={() => redo?.()}>
        <Redo2 />
      </IconButton>
    </>
  );
}
