import { useState } from "react";
import { useT } from "../i18n/context.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Checkbox } from "../ui/Field.tsx";
import css from "./account.module.css";
import { claimToday } from "./claim-today.ts";
import { Form } from "./Form.tsx";
import { useAccount } from "./use-account.ts";
import { useSubmit } from "./use-submit.ts";

/** Says that credits can be claimed, until it is told not to (USR-6). */
export function DailyTip({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useT();
  const { user, notices } = useAccount();
  const [hide, setHide] = useState(false);
  const leave = (after: () => void) => (): void => {
    user.hideDailyTip({ forever: hide });
    after();
  };
  const { busy, problem, onSubmit } = useSubmit(
    [],
    () => null,
    async () => {
      if (!(await claimToday(user, notices))) return;
      leave(onDone)();
    },
  );
  return (
    <Dialog title={t("account:tip.title")} onClose={leave(onClose)}>
      <p>{t("account:tip.text")}</p>
      <Form problem={problem} onSubmit={onSubmit}>
        <Checkbox
          label={t("account:tip.hide")}
          checked={hide}
          onChange={(event) => setHide(event.target.checked)}
        />
        <div className={css["row"]}>
          <Button look="primary" type="submit" busy={busy} data-autofocus="">
            {t("account:tip.claim")}
          </Button>
          <Button look="quiet" onClick={leave(onClose)}>
            {t("account:tip.later")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
