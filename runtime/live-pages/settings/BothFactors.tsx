import { useState } from "react";
import { endTwoFactor } from "#core/api/accounts/end-two-factor.ts";
import { renewRecoveryCodes } from "#core/api/accounts/renew-recovery-codes.ts";
import { checkSecondCode } from "../../account/form/problem.ts";
import { SecondCodeField } from "../../account/form/SecondCodeField.tsx";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { ConfirmWithPassword } from "./ConfirmWithPassword.tsx";

/** Requests the password and a code, to turn two-factor authentication off or to renew recovery codes. */
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
  const [code, setCode] = useState("");
  return (
    <ConfirmWithPassword
      action={t(`pages:settings.twoFactor.${action}`)}
      look={action === "end" ? "danger" : "primary"}
      secondFactor={{
        check: () => checkSecondCode(code),
        field: (problem) => <SecondCodeField {...problem} value={code} onChange={setCode} />,
      }}
      onConfirm={async (password) => {
        const proven = { password, second_code: code };
        if (action === "end") {
          user.keepDevice(await api(endTwoFactor, proven, { quiet: "refusals" }));
          return onEnded();
        }
        onRenewed((await api(renewRecoveryCodes, proven, { quiet: "refusals" })).recovery_codes);
      }}
      onClose={onClose}
    />
  );
}
