import { useState } from "react";
import { PASSWORD } from "../../../core/api/contract/shapes.ts";
import { useT } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import { wordsOf } from "../../notices/notices.ts";
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

/** Address and password, then the code that proves the address. */
export function Register({ email: given, why, drafts, onClose, onDone, onSwitch }: AuthProps) {
  const t = useT();
  const { user, notices } = useAccount();
  const [email, setEmail] = useState(given || drafts.getState().email);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const step = useCodeStep("register", drafts);

  const address = useSubmit(
    ["email", "password"],
    () => checkEmail(email) ?? checkNewPassword(password),
    async () => {
      const to = email.trim();
      step.sent(to, await user.register({ email: to, password }));
    },
  );
  const verify = async (entered: string): Promise<void> => {
    await user.verify({ email: step.pending!.email, code: entered });
    step.end();
    // What the account was made for goes on, and says so itself.
    if (why === undefined) notices.toast("account:register.done", "good");
    onDone();
  };
  const proof = useSubmit(
    ["code"],
    () => checkCode(code),
    () => verify(code),
  );
  const resend = (): void => {
    // A password is not kept when the dialog is closed: it is asked for again.
    if (password === "") return step.end();
    proof.run(async () => {
      const to = step.pending!.email;
      setCode("");
      step.sentAgain(to, await user.register({ email: to, password }));
    });
  };
  const addressProblem = useProblemOf(address.problem);
  const codeProblem = useProblemOf(proof.problem);
  const { pending } = step;
  return (
    <Dialog
      title={t(pending ? "account:register.code.title" : "account:register.title")}
      onClose={onClose}
    >
      <p aria-live="polite">
        {pending
          ? t("account:code.sent", { email: isolate(pending.email) })
          : wordsOf(why ?? "account:register.text", t)}
      </p>
      {pending ? (
        <Form key="code" problem={proof.problem} onSubmit={proof.onSubmit}>
          <CodeField
            {...codeProblem("code")}
            value={code}
            onChange={setCode}
            onComplete={(entered) => proof.run(() => verify(entered))}
          />
          <div className={css["row"]}>
            <Button look="primary" type="submit" busy={proof.busy}>
              {t("account:register.code.submit")}
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
        <>
          <Form key="address" problem={address.problem} onSubmit={address.onSubmit}>
            <EmailField
              {...addressProblem("email")}
              value={email}
              onChange={(value) => {
                drafts.setState({ email: value });
                setEmail(value);
              }}
            />
            <PasswordField
              {...addressProblem("password")}
              label={t("account:field.password")}
              hint={t("account:field.passwordRule", PASSWORD)}
              autoComplete="new-password"
              value={password}
              onChange={setPassword}
            />
            <div className={css["row"]}>
              <Button look="primary" type="submit" busy={address.busy}>
                {t("account:register.submit")}
              </Button>
            </div>
          </Form>
          <p className={css["other"]}>
            {t("account:register.have")}{" "}
            <button
              type="button"
              className={css["link"]}
              onClick={() => onSwitch({ name: "login", email, ...(why !== undefined && { why }) })}
            >
              {t("account:register.login")}
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
}
