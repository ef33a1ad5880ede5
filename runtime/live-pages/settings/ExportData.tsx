import { exportData } from "#core/api/accounts/export-data.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { ActionButton } from "../parts/ActionButton.tsx";
import css from "../parts/account-pages.module.css";
import { filePrefixOf, saveText } from "./save-text.ts";

/** Saves all stored data of the account as a file. */
export function ExportData() {
  const { site, t } = useLocale();
  const { api } = useApplication();
  const save = async (): Promise<void> => {
    const data = await api(exportData, {}, { quiet: "refusals" });
    const text = `${JSON.stringify(data, null, 2)}\n`;
    saveText(`${filePrefixOf(site.name)}-account.json`, text, "application/json");
  };
  return (
    <div className={css["stack"]}>
      <p>{t("pages:settings.data.text")}</p>
      <ActionButton action={save}>{t("pages:settings.data.open")}</ActionButton>
    </div>
  );
}
