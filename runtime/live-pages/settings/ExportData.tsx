import { exportData } from "../../../core/api/accounts/export-data.ts";
import { useApplication } from "../../shell/context/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { ActionButton } from "../parts/ActionButton.tsx";
import css from "../parts/account-pages.module.css";

/** Milliseconds until the browser has surely taken the file. */
const TAKEN_AFTER = 60_000;

function saveText(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_AFTER);
}

/** Saves all that is kept about the account as a file. */
export function ExportData() {
  const { site, t } = useLocale();
  const { api } = useApplication();
  const save = async (): Promise<void> => {
    const data = await api(exportData, {}, { quiet: "refusals" });
    const name = site.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
    saveText(`${name}-account.json`, `${JSON.stringify(data, null, 2)}\n`);
  };
  return (
    <div className={css["stack"]}>
      <p>{t("pages:settings.data.text")}</p>
      <ActionButton action={save}>{t("pages:settings.data.open")}</ActionButton>
    </div>
  );
}
