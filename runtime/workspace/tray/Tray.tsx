import FolderOpen from "lucide-react/icons/folder-open";
import Mic from "lucide-react/icons/mic";
import PanelRightClose from "lucide-react/icons/panel-right-close";
import { memo, useEffect, useId, useRef } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { RecorderStrip } from "../recorder/RecorderStrip.tsx";
import { StoredModels } from "./StoredModels.tsx";
import { StorageLine } from "./StorageLine.tsx";
import css from "./tray.module.css";
import { TrayList } from "./TrayList.tsx";

/** The visitor's files, whatever panel is open. */
export const Tray = memo(function Tray({ hidden }: { readonly hidden: boolean }) {
  const t = useT();
  const { files, recorder, workspace, narrow, choose, record, go } = useWorkspace();
  const recording = useStore(recorder, ({ state }) => state !== "idle");
  const count = useStore(files, (state) => state.files.length);
  const restored = useStore(files, (state) => state.restored);
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const before = useRef(recording);
  useEffect(() => {
    const ended = before.current && !recording;
    before.current = recording;
    // The recorder that had the focus was removed.
    if (ended && document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>("[data-record]")?.focus();
  }, [recording]);
  return (
    <section
      ref={section}
      className={css["tray"]}
      data-pane="files"
      data-hidden={hidden || undefined}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <header className={css["head"]}>
        <h2 className={css["title"]} id={id}>
          {t("workspace:tray.title")}
        </h2>
        {!narrow && (
          <IconButton
            label={t("workspace:tray.fold")}
            data-fold=""
            onClick={() => {
              workspace.fold(true);
              go("panel");
            }}
          >
            <PanelRightClose className="flip" />
          </IconButton>
        )}
        <div className={css["actions"]}>
          <Button small icon={<FolderOpen />} aria-keyshortcuts="Control+O Meta+O" onClick={choose}>
            {t("workspace:tray.choose")}
          </Button>
          {!recording && (
            <Button
              small
              look="quiet"
              data-record=""
              icon={<Mic />}
              aria-keyshortcuts="R"
              onClick={record}
            >
              {t("workspace:tray.record")}
            </Button>
          )}
        </div>
      </header>
      {recording && <RecorderStrip />}
      {count > 0 ? (
        <TrayList />
      ) : restored ? (
        <TrayEmpty />
      ) : (
        <div className={css["waiting"]} aria-live="polite">
          <span className="visually-hidden">{t("workspace:tray.restoring")}</span>
          <span className={css["bone"]} />
          <span className={css["bone"]} />
        </div>
      )}
      <StoredModels />
      <StorageLine />
    </section>
  );
});

function TrayEmpty() {
  const t = useT();
  return (
    <div className={css["empty"]}>
      <svg className={css["arc"]} viewBox="0 0 200 76" aria-hidden="true">
        <path d="M1 75C1 28 43 1 100 1s99 27 99 74h-1.6C196 31 156 5 100 5S4 31 2.600 75z" />
        <circle cx="100" cy="62" r="9" />
      </svg>
      <p className={`${css["emptyTitle"]} ${css["drops"]}`}>{t("workspace:tray.empty")}</p>
      <p>{t("common:zone.file.hint")}</p>
      <p className={css["drops"]}>{t("workspace:tray.paste")}</p>
    </div>
  );
}
