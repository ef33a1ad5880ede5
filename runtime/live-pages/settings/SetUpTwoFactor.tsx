import { useState } from "react";
import type { ResponseOf } from "#core/api/contract/call.ts";
import { beginTwoFactor } from "#core/api/accounts/begin-two-factor.ts";
import { confirmTwoFactor } from "#core/api/accounts/confirm-two-factor.ts";
import { SECOND_FACTOR } from "#core/api/contract/shapes.ts";
import { digitsOf } from "../../account/form/digits.ts";
import { Form, useProblemOf } from "../../account/form/Form.tsx";
import { checkCode } from "../../account/form/problem.ts";
import { SecondCodeField } from "../../account/form/SecondCodeField.tsx";
import { useSubmit } from "../../account/form/use-submit.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";
import { ConfirmWithPassword } from "./ConfirmWithPassword.tsx";
import { QrCode } from "./QrCode.tsx";
import own from "./settings.module.css";

type Begun = ResponseOf<typeof beginTwoFactor>;

interface Props {
  readonly onClose: () => void;
  /** @param codes recovery codes */
  readonly onOn: (codes: readonly string[]) => void;
}

/** Requests the password, then shows the key for an authenticator and requests its first code. */
export function SetUpTwoFactor({ onClose, onOn }: Props) {
  const { t } = useLocale();
  const { api } = useApplication();
  const [begun, setBegun] = useState<Begun | null>(null);
  if (begun !== null) return <Confirm begun={begun} onClose={onClose} onOn={onOn} />;
  return (
    <ConfirmWithPassword
      action={t("pages:settings.twoFactor.continue")}
      look="primary"
      hint={t("pages:settings.delete.hint")}
      onConfirm={async (password) =>
        setBegun(await api(beginTwoFactor, { password }, { quiet: "refusals" }))
      }
      onClose={onClose}
    />
  );
}

function Confirm({ begun, onClose, onOn }: Props & { readonly begun: Begun }) {
  const { t } = useLocale();
  const { api, user } = useApplication();
  const [code, setCode] = useState("");
  const { busy, problem, onSubmit } = useSubmit(
    ["secondCode"],
    () => checkCode(code, "secondCode"),
    async () => {
      const answer = await api(confirmTwoFactor, { code }, { quiet: "refusals" });
      user.keepDevice(answer);
      onOn(answer.recovery_codes);
    },
  );
  return (
    <div className={css["stack"]}>
      <p>{t("pages:settings.twoFactor.scan")}</p>
      <QrCode text={begun.uri} label={t("pages:settings.twoFactor.qr")} />
      <p className={own["key"]} dir="ltr">
        {begun.secret.match(/.{1,4}/g)!.join(" ")}
      </p>
      <div className={css["narrow"]}>
        <Form problem={problem} onSubmit={onSubmit}>
          <SecondCodeField
            {...useProblemOf(problem)("secondCode")}
            hint={t("pages:settings.twoFactor.enter")}
            value={code}
            onChange={(text) => setCode(digitsOf(text, SECOND_FACTOR.digits))}
          />
          <div className={css["row"]}>
            <Button look="primary" type="submit" busy={busy}>
              {t("pages:settings.twoFactor.turnOn")}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {t("account:confirm.no")}
            </Button>
          </div>
        </Form>
      </div>
    </div>
  );
}
