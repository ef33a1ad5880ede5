import { useState } from "react";
import { useT } from "../../i18n/context.tsx";
import { wordsOf } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import css from "../form/account.module.css";
import type { AuthProps } from "./auth.ts";
import { EmailField } from "../form/EmailField.tsx";
import { Form, useProblemOf } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { checkEmail, checkPassword } from "../form/problem.ts";
import { useAccount } from "../store/use-account.ts";
import { useSubmit } from "../form/use-submit.ts";

export function Login({ email: given, why, drafts, onClose, onDone, onSwitch }: AuthProps) {
  const t = useT();
  const { user, notices } = useAccount();
  const [email, setEmail] = useState(given || drafts.getState().email);
  const [password, setPassword] = useState("");
  const { busy, problem, onSubmit } = useSubmit(
    ["email", "password"],
    () => checkEmail(email) ?? checkPassword(password),
    async () => {
      await user.login({ email: email.trim(), password });
      if (why === undefined) notices.toast("account:login.done", "good");
      onDone();
    },
  );
  const problemOf = useProblemOf(problem);
  const reason = why === undefined ? {} : { why };
  return (
    <Dialog title={t("account:login.title")} onClose={onClose}>
      {why !== undefined && <p>{wordsOf(why, t)}</p>}
      <Form problem={problem} onSubmit={onSubmit}>
        <EmailField
          {...problemOf("email")}
          value={email}
          onChange={(value) => {
            drafts.setState({ email: value });
            setEmail(value);
          }}
        />
        <PasswordField
          {...problemOf("password")}
          label={t("account:field.password")}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <div className={css["row"]}>
          <Button look="primary" type="submit" busy={busy}>
            {t("account:login.submit")}
          </Button>
          <Button look="quiet" onClick={() => onSwitch({ name: "reset", email, ...reason })}>
            {t("account:login.forgot")}
          </Button>
        </div>
      </Form>
      <p className={css["other"]}>
        {t("account:login.new")}{" "}
        <button
          type="button"
          className={css["link"]}
          onClick={() => onSwitch({ name: "register", email, ...reason })}
        >
          {t("account:login.register")}
        </button>
      </p>
    </Dialog>
  );
}
