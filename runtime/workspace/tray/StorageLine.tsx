import HardDrive from "lucide-react/icons/hard-drive";
import { useState } from "react";
import { useStore } from "zustand";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import css from "./tray.module.css";

/** Location and free space of the storage. */
export function StorageLine() {
  const { t, format } = useLocale();
  const { files } = useWorkspace();
  const { kind, persisted, used, quota, full } = useStore(files, (state) => state.storage);
  const [busy, setBusy] = useState(false);
  const saveAgain = (): void => {
    setBusy(true);
    void files.saveAgain().finally(() => setBusy(false));
  };
  if (kind === "memory")
    return (
      <div className={css["storage"]}>
        <Notice weight="attention" title={t("workspace:storage.blocked.title")}>
          {t("workspace:storage.blocked.text")}
        </Notice>
      </div>
    );
  const room =
    used !== null && quota !== null
      ? t("workspace:storage.room", {
          used: format.bytes(used),
          free: format.bytes(Math.max(0, quota - used)),
        })
      : used !== null
        ? t("workspace:storage.used", { used: format.bytes(used) })
        : null;
  return (
    <>
      {full && (
        <div className={css["storage"]}>
          <Notice
            weight="attention"
            title={t("workspace:storage.full.title")}
            actions={
              <Button small busy={busy} onClick={saveAgain}>
                {t("workspace:storage.full.retry")}
              </Button>
            }
          >
            {t("workspace:storage.full.text")}
          </Notice>
        </div>
      )}
      {/* The height is constant, so that nothing moves when the text changes. */}
      <p className={css["storageLine"]} data-waits={kind === "unknown" || undefined}>
        <HardDrive size={16} aria-hidden="true" />
        <span className={css["storageFacts"]}>
          <span data-off={!persisted || undefined}>{t("workspace:storage.kept")}</span>
          <span data-off={persisted || undefined}>{t("workspace:storage.held")}</span>
          <span>{room ?? "\u00a0"}</span>
        </span>
      </p>
    </>
  );
}
