import Download from "lucide-react/icons/download";
import { useStore } from "zustand";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { NameField } from "../parts/NameField.tsx";
import { USUAL_EDIT, type EditValues } from "./desk/desk.ts";
import css from "./desk/edit.module.css";
import { ExportFormat } from "./project/ExportFormat.tsx";
import { useExport } from "./project/use-export.ts";
import { lengthOf } from "#audio/edit/edit.ts";
import { useSettings } from "../../../panel-kit/settings/use-settings.ts";
import type { PanelProps } from "../../../workspace/contract/panel.ts";
import type { EditorStore } from "./project/edit-store.ts";

/** The draft's name, its sample rate, whether it is saved, and the export of all of it. */
export function EditTitle({
  store,
  workspace,
  ...props
}: Pick<PanelProps, "tool" | "jobs" | "workspace"> & { readonly store: EditorStore }) {
  const { t, format } = useLocale();
  const [{ output }, change] = useSettings<EditValues>(workspace, ["editor", "edit"], USUAL_EDIT);
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
      <span className={css["soft"]}>
        {format.sampleRate(edit.sampleRate)} · {t(`panel-editor:edit.saved.${saved}`)}
      </span>
      <div className={css["exportAll"]}>
        <ExportFormat isBrief value={output} onChange={(next) => change({ output: next })} />
        <Button
          look="primary"
          icon={<Download />}
          disabled={lengthOf(edit) === 0}
          busy={isBusy}
          onClick={() => run("all", output)}
        >
          {t("panel-editor:edit.export.start")}
        </Button>
      </div>
    </div>
  );
}
