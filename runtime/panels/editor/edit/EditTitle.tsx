import { useStore } from "zustand";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { NameField } from "../parts/NameField.tsx";
import { EXPORT_START } from "./boxes/ExportBox.tsx";
import css from "./desk/edit.module.css";
import type { EditorStore } from "./project/edit-store.ts";

/** The draft's name, its sample rate, whether it is saved, and the way to its export. */
export function EditTitle({ store }: { readonly store: EditorStore }) {
  const { t, format } = useLocale();
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
      <Button small onClick={() => document.getElementById(EXPORT_START)?.focus()}>
        {t("panel-editor:edit.export.title")}
      </Button>
    </div>
  );
}
