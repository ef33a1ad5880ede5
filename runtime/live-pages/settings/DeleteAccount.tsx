import { useState } from "react";
import { useStore } from "zustand";
import { FACTS } from "#core/facts/facts.ts";
import { useSecondCode } from "../../account/form/use-second-code.tsx";
import { useCredits } from "../../account/store/use-credits.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";
import { ConfirmWithPassword } from "./ConfirmWithPassword.tsx";

/** Deletes the account: lists the data that is lost, then requests the password (USR-5). */
export function DeleteAccount() {
  const { t } = useLocale();
  const { user } = useApplication();
  const { subscription } = useStore(user);
  const credits = useCredits(user);
  const [open, setOpen] = useState(false);
  return (
    <div className={css["stack"]}>
      <p>{t("pages:settings.delete.text")}</p>
      <ul className={css["points"]}>
        {credits !== null && <li>{t("pages:settings.delete.credits", { count: credits })}</li>}
        {subscription && (
          <li>{t("pages:settings.delete.plan", { name: subscription.plan_name })}</li>
        )}
        <li>{t("pages:settings.delete.records")}</li>
      </ul>
      <p className={css["soft"]}>
        {t("pages:settings.delete.kept", { weeks: FACTS.rememberedWeeks })}
      </p>
      {open ? (
        <ConfirmDeletion onClose={() => setOpen(false)} />
      ) : (
        <div className={css["row"]}>
          <Button look="danger" onClick={() => setOpen(true)}>
            {t("pages:settings.delete.open")}
          </Button>
        </div>
      )}
    </div>
  );
}

function ConfirmDeletion({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLocale();
  const { user, notices } = useApplication();
  const secondFactor = useSecondCode();
  return (
    <ConfirmWithPassword
      action={t("pages:settings.delete.yes")}
      look="danger"
      hint={t("pages:settings.delete.hint")}
      secondFactor={secondFactor}
      onConfirm={async (password) => {
        await secondFactor.send((code) => user.deleteAccount({ password, ...code }));
        notices.toast("pages:settings.delete.done", "good");
        // The sections are gone, and what is left below them says nothing of it.
        scrollTo(0, 0);
      }}
      onClose={onClose}
    />
  );
}
