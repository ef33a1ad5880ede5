import { useState } from "react";
import { PASSWORD } from "../../../core/api/contract/shapes.ts";
import { useT } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import css from "../form/account.module.css";
import type { AuthProps } from "./auth.ts";
import { CodeField } from "../form/CodeField.tsx";
import { EmailField } from "../form/EmailField.tsx";
import { Form, useProblemOf } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { checkCode, checkEmail, checkNewPassword } from "../form/problem.ts";
import { Resend } from "./Resend.tsx";
import { useAccount } from "../store/use-account.ts";
import { useCodeStep } from "./use-code-step.ts";
import { useSubmit } from "../form/use-submit.ts";

/** The address, then the code that was sent to it together with a new password. */
export function Reset({ email: given, why, drafts, onClose, onDone, onSwitch }: AuthProps) {
  const t = useT();
  const { user, notices } = useAccount();
  const [email, setEmail] = useState(given || drafts.getState().email);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const step = useCodeStep("reset", drafts);

  const address = useSubmit(
    ["email"],
    () => checkEmail(email),
    async () => {
      const to = email.trim();
      step.sent(to, await user.requestReset({ email: to }));
    },
  );
  const proof = useSubmit(
    ["code", "password"],
    () => checkCode(code) ?? checkNewPassword(password),
    async () => {
      await user.verifyReset({ email: step.pending!.email, code, password });
      step.end();
      if (why === undefined) notices.toast("account:reset.done", "good");
      onDone();
    },
  );
  const resend = (): void =>
    proof.run(async () => {
      const to = step.pending!.email;
      setCode("");
      step.sentAgain(to, await user.requestReset({ email: to }));
    });
  const addressProblem = useProblemOf(address.problem);
  const proofProblem = useProblemOf(proof.problem);
  const { pending } = step;
  return (
    <Dialog
      title={t(pending ? "account:reset.code.title" : "account:reset.title")}
      onClose={onClose}
    >
      <p aria-live="polite">
        {pending
          ? t("account:code.sent", { email: isolate(pending.email) })
          : t("account:reset.text")}
      </p>
      {pending ? (
        <Form key="code" problem={proof.problem} onSubmit={proof.onSubmit}>
          {/* Tells a password manager whose password this is. */}
          <input
            className="visually-hidden"
            type="email"
            name="email"
            autoComplete="username"
            value={pending.email}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <CodeField {...proofProblem("code")} value={code} onChange={setCode} />
          <PasswordField
            {...proofProblem("password")}
            label={t("account:field.newPassword")}
            hint={`${t("account:field.passwordRule", PASSWORD)} ${t("account:reset.code.others")}`}
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
          <div className={css["row"]}>
            <Button look="primary" type="submit" busy={proof.busy}>
              {t("account:reset.code.submit")}
            </Button>
            <Button look="quiet" onClick={step.end}>
              {t("account:code.other")}
            </Button>
          </div>
          <Resend
            from={step.resendFrom(proof.problem)}
            again={step.again}
            busy={proof.busy}
            onResend={resend}
          />
        </Form>
      ) : (
        <Form key="address" problem={address.problem} onSubmit={address.onSubmit}>
          <EmailField
            {...addressProblem("email")}
            value={email}
            onChange={(value) => {
              drafts.setState({ email: value });
              setEmail(value);
            }}
          />
          <div className={css["row"]}>
            <Button look="primary" type="submit" busy={address.busy}>
              {t("account:reset.submit")}
            </Button>
            <Button
              look="quiet"
              onClick={() => onSwitch({ name: "login", email, ...(why !== undefined && { why }) })}
            >
              {t("account:reset.back")}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
