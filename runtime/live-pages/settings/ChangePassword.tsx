import { useState } from "react";
import { useStore } from "zustand";
import { changePassword } from "#core/api/accounts/change-password.ts";
import { PASSWORD } from "#core/api/contract/shapes.ts";
import { Form, useProblemOf } from "../../account/form/Form.tsx";
import { PasswordField } from "../../account/form/PasswordField.tsx";
import { PasswordOwner } from "../../account/form/PasswordOwner.tsx";
import { checkNewPassword, checkPassword } from "../../account/form/problem.ts";
import { useSecondCode } from "../../account/form/use-second-code.tsx";
import { useSubmit } from "../../account/form/use-submit.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";

/**
 * Changes the password with the current one, or with a code if the current one is forgotten
 * (USR-12, USR-16).
 */
export function ChangePassword({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useLocale();
  const { api, user, dialogs, notices } = useApplication();
  const email = useStore(user, (state) => state.userName);
  const [old, setOld] = useState("");
  const [password, setPassword] = useState("");
  const second = useSecondCode();
  const { busy, problem, onSubmit } = useSubmit(
    ["oldPassword", "password", "secondCode"],
    () => checkPassword(old, "oldPassword") ?? checkNewPassword(password) ?? second.check(),
    async () => {
      const request = { old_password: old, password };
      user.keepDevice(
        await second.send((code) =>
          api(changePassword, { ...request, ...code }, { quiet: "refusals" }),
        ),
      );
      second.clear();
      setOld("");
      setPassword("");
      notices.toast("account:reset.done", "good");
      onChanged();
    },
  );
  const problemOf = useProblemOf(problem);
  return (
    <div className={css["narrow"]}>
      <Form isPart problem={problem} onSubmit={onSubmit}>
        <PasswordOwner email={email} />
        <PasswordField
          {...problemOf("oldPassword")}
          label={t("pages:settings.password.current")}
          autoComplete="current-password"
          value={old}
          onChange={setOld}
        />
        <PasswordField
          {...problemOf("password")}
          label={t("account:field.newPassword")}
          hint={`${t("account:field.passwordRule", PASSWORD)} ${t("account:reset.code.others")}`}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
        {second.field(problemOf("secondCode"))}
        <div className={css["row"]}>
          <Button type="submit" busy={busy}>
            {t("pages:settings.password.open")}
          </Button>
          <Button look="quiet" onClick={() => dialogs.open({ name: "reset", email })}>
            {t("account:login.forgot")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
