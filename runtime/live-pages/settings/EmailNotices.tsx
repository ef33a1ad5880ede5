import { useState } from "react";
import { useStore } from "zustand";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/field/Field.tsx";
import css from "../parts/account-pages.module.css";

/** Turns email notices on or off. The store shows the result as a toast (ERR-3). */
export function EmailNotices() {
  const { t } = useLocale();
  const { user } = useApplication();
  const config = useStore(user, (state) => state.userConfig);
  /** Requested value while the request is pending. */
  const [pending, setPending] = useState<boolean | null>(null);
  const change = (on: boolean): void => {
    if (pending !== null) return;
    setPending(on);
    user
      .updateConfig(on)
      .catch(() => {})
      .finally(() => setPending(null));
  };
  return (
    <div className={css["stack"]}>
      <Checkbox
        as="switch"
        label={t("pages:settings.notices.label")}
        checked={pending ?? config?.is_send_email === 1}
        aria-disabled={config === null || undefined}
        onChange={(event) => {
          if (config !== null) change(event.target.checked);
        }}
      />
      <p className={css["soft"]}>{t("pages:settings.notices.text")}</p>
      {config === null && (
        <div className={css["row"]}>
          <p className={css["soft"]}>{t("pages:settings.notices.unknown")}</p>
          <Button small onClick={() => void user.restore()}>
            {t("pages:account.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
