import { useState } from "react";
import { useStore } from "zustand";
import { Form, useProblemOf } from "../../account/form/Form.tsx";
import { PasswordField } from "../../account/form/PasswordField.tsx";
import { PasswordOwner } from "../../account/form/PasswordOwner.tsx";
import { checkPassword } from "../../account/form/problem.ts";
import { useSecondCode } from "../../account/form/use-second-code.tsx";
import { useSubmit } from "../../account/form/use-submit.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";

/** What is lost, then the password (USR-5). */
export function DeleteAccount() {
  const { t } = useLocale();
  const { user } = useApplication();
  const { credits, subscription } = useStore(user);
  const [open, setOpen] = useState(false);
  return (
    <div className={css["stack"]}>
      <p>{t("pages:settings.delete.text")}</p>
      <ul className={css["points"]}>
        <li>{t("pages:settings.delete.credits", { count: credits })}</li>
        {subscription && (
          <li>{t("pages:settings.delete.plan", { name: subscription.plan_name })}</li>
        )}
        <li>{t("pages:settings.delete.records")}</li>
      </ul>
      <p className={css["soft"]}>{t("pages:settings.delete.kept")}</p>
      {open ? (
        <Sure onClose={() => setOpen(false)} />
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

function Sure({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLocale();
  const { user, notices } = useApplication();
  const email = useStore(user, (state) => state.userName);
  const [password, setPassword] = useState("");
  const second = useSecondCode();
  const { busy, problem, onSubmit } = useSubmit(
    ["oldPassword", "secondCode"],
    () => checkPassword(password, "oldPassword") ?? second.check(),
    async () => {
      await second.send((code) => user.deleteAccount({ password, ...code }));
      notices.toast("pages:settings.delete.done", "good");
    },
  );
  const problemOf = useProblemOf(problem);
  return (
    <div className={css["narrow"]}>
      <Form problem={problem} onSubmit={onSubmit}>
        <PasswordOwner email={email} />
        <PasswordField
          {...problemOf("oldPassword")}
          label={t("account:field.password")}
          hint={t("pages:settings.delete.hint")}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        {second.field(problemOf("secondCode"))}
        <div className={css["row"]}>
          <Button look="danger" type="submit" busy={busy}>
            {t("pages:settings.delete.yes")}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t("account:confirm.no")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
