import { useState } from "react";
import { useStore } from "zustand";
import { endTwoFactor } from "#core/api/accounts/end-two-factor.ts";
import { renewRecoveryCodes } from "#core/api/accounts/renew-recovery-codes.ts";
import { Form, useProblemOf } from "../../account/form/Form.tsx";
import { PasswordField } from "../../account/form/PasswordField.tsx";
import { PasswordOwner } from "../../account/form/PasswordOwner.tsx";
import { checkPassword, checkSecondCode } from "../../account/form/problem.ts";
import { SecondCodeField } from "../../account/form/SecondCodeField.tsx";
import { useSubmit } from "../../account/form/use-submit.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";

/** Password and code once more, to turn the second factor off or to get other recovery codes. */
export function BothFactors({
  action,
  onClose,
  onRenewed,
  onEnded,
}: {
  readonly action: "renew" | "end";
  readonly onClose: () => void;
  readonly onRenewed: (codes: readonly string[]) => void;
  readonly onEnded: () => void;
}) {
  const { t } = useLocale();
  const { api, user } = useApplication();
  const email = useStore(user, (state) => state.userName);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const { busy, problem, onSubmit } = useSubmit(
    ["oldPassword", "secondCode"],
    () => checkPassword(password, "oldPassword") ?? checkSecondCode(code),
    async () => {
      const proven = { password, second_code: code };
      if (action === "end") {
        user.keepDevice(await api(endTwoFactor, proven, { quiet: "refusals" }));
        return onEnded();
      }
      onRenewed((await api(renewRecoveryCodes, proven, { quiet: "refusals" })).recovery_codes);
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
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <SecondCodeField {...problemOf("secondCode")} value={code} onChange={setCode} />
        <div className={css["row"]}>
          <Button look={action === "end" ? "danger" : "primary"} type="submit" busy={busy}>
            {t(`pages:settings.twoFactor.${action}`)}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t("account:confirm.no")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
