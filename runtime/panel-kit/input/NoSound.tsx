import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { ZoneEdge } from "../../ui/DropZone.tsx";
import css from "./no-sound.module.css";

/** The ways to add a sound, for a panel that has none yet. */
export function NoSound({
  isMain = true,
  pending = false,
}: {
  /** Whether there is no better way to begin. */
  readonly isMain?: boolean;
  /** Whether a sound is about to be shown, so that only the space is reserved. */
  readonly pending?: boolean;
}) {
  const t = useT();
  const { files, choose, record } = useWorkspace();
  const canSelect = useStore(
    files,
    (state) => state.files.length > 0 && state.selected.length === 0,
  );
  const restored = useStore(files, (state) => state.restored);
  return (
    <div className={css["drop"]} data-drop="" data-pending={pending || !restored || undefined}>
      <ZoneEdge />
      <p className={css["title"]}>
        {t(canSelect ? "workspace:intake.none" : "common:zone.file.title")}
      </p>
      <p className={css["hint"]}>
        {t(canSelect ? "workspace:intake.select" : "common:zone.file.hint")}
      </p>
      <div className={css["row"]}>
        <Button look={isMain ? "primary" : "secondary"} onClick={choose}>
          {t("common:zone.file.action")}
        </Button>
        <Button onClick={record}>{t("workspace:tray.record")}</Button>
      </div>
      <div className={css["ground"]} aria-hidden="true" />
    </div>
  );
}
