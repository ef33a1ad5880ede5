import ArrowUp from "lucide-react/icons/arrow-up";
import Mic from "lucide-react/icons/mic";
import { useId } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import zone from "../../ui/drop-zone.module.css";
import { useWorkspace } from "../../contract/context.ts";

/**
 * Buttons that add a file, shown in a panel while none is selected. Files can be dropped anywhere.
 */
export function FileIntake() {
  const t = useT();
  const { files, recorder, choose, record, narrow, go } = useWorkspace();
  const count = useStore(files, (state) => state.files.length);
  const recording = useStore(recorder, ({ state }) => state !== "idle");
  const id = useId();
  const title = count === 0 ? "common:zone.file.title" : "workspace:intake.none";
  return (
    <section className={zone["zone"]} data-state="idle" aria-labelledby={id}>
      <svg
        className={zone["edge"]}
        viewBox="0 0 800 300"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M1 300C1 112 170 1 400 1s399 111 399 299h-3C790 122 626 15 400 15S10 122 4 300z" />
      </svg>
      <div className={zone["body"]}>
        <h2 className={`${zone["title"]} ${count === 0 ? zone["drops"] : ""}`} id={id}>
          {t(title)}
        </h2>
        <button type="button" className={zone["starter"]} onClick={choose}>
          <ArrowUp size={20} />
          {t("common:zone.file.action")}
        </button>
        <p className={zone["text"]}>
          {t(count === 0 ? "common:zone.file.hint" : "workspace:intake.select")}
        </p>
        <div className={zone["actions"]}>
          <Button icon={<Mic />} disabled={recording} onClick={record}>
            {t("workspace:tray.record")}
          </Button>
          {narrow && count > 0 && (
            <Button onClick={() => go("files")}>{t("workspace:intake.open")}</Button>
          )}
        </div>
      </div>
      <div className={zone["ruler"]} aria-hidden="true" />
    </section>
  );
}
