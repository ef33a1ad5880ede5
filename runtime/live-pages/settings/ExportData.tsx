import { useState } from "react";
import { exportData } from "../../../core/api/accounts/export-data.ts";
import { useApplication } from "../../shell/context/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import type { Text } from "../../notices/notices.ts";
import { wordsOf } from "../../notices/notices.ts";
import { sayingOf } from "../../account/store/user.ts";
import { Button } from "../../ui/Button.tsx";
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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | null>(null);
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const data = await api(exportData, {}, { quiet: "refusals" });
      const name = site.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
      saveText(`${name}-account.json`, `${JSON.stringify(data, null, 2)}\n`);
    } catch (error) {
      setProblem(sayingOf(error, "errors:http.other"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css["stack"]}>
      <p>{t("pages:settings.data.text")}</p>
      <div className={css["row"]}>
        <Button
          busy={busy}
          onClick={() => {
            if (!busy) void save();
          }}
        >
          {t("pages:settings.data.open")}
        </Button>
      </div>
      <p className={css["problem"]} role="alert">
        {problem && wordsOf(problem, t)}
      </p>
    </div>
  );
}
