import Download from "lucide-react/icons/download";
import { useStore } from "zustand";
import { useT } from "#runtime/i18n/context.tsx";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { NameField } from "../parts/NameField.tsx";
import { useEditSettings } from "./context/edit-settings.ts";
import css from "./context/edit.module.css";
import { ExportFormat } from "./project/ExportFormat.tsx";
import { useExport } from "./project/use-export.ts";
import { lengthOf } from "#audio/edit/edit.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import type { EditorStore } from "./project/edit-store.ts";

/**
 * The name of the project, and whether it is saved; in the action bar, the export
 * of the whole mix.
 */
export function EditTitle({
  store,
  isRunning,
  ...props
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly store: EditorStore;
  /** Whether the action bar shows the progress of an export instead. */
  readonly isRunning: boolean;
}) {
  const t = useT();
  const [{ output }, change] = useEditSettings();
  const { run, isBusy } = useExport(store, props);
  const { name, edit, saved } = useStore(store);
  return (
    <div className={css["title"]}>
      <h2>
        <NameField
          label={t("panel-editor:edit.draft.name")}
          name={name || t("panel-editor:edit.title")}
          onName={store.rename}
        />
      </h2>
      <span className={css["soft"]}>{t(`panel-editor:edit.saved.${saved}`)}</span>
      {!isRunning && (
        <>
          <InActionBar region="status">
            <p className={css["soft"]}>
              {t("common:cost.free.name")} · {t("workspace:start.device")}
            </p>
          </InActionBar>
          <InActionBar region="actions">
            <ExportFormat isBrief value={output} onChange={(next) => change({ output: next })} />
          </InActionBar>
          <InActionBar region="primary">
            <Button
              look="primary"
              icon={<Download />}
              disabled={lengthOf(edit) === 0}
              busy={isBusy}
              onClick={() => run("all", output)}
            >
              {t("panel-editor:edit.export.start")}
            </Button>
          </InActionBar>
        </>
      )}
    </div>
  );
}
