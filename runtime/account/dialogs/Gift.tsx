import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import css from "../form/account.module.css";
import { Form } from "../form/Form.tsx";
import { useAccount } from "../store/use-account.ts";
import { useSubmit } from "../form/use-submit.ts";

/** Welcome credits that a visitor can claim (USR-9). */
export function Gift({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useT();
  const { user, notices } = useAccount();
  const { busy, problem, onSubmit } = useSubmit(
    [],
    () => null,
    async () => {
      await user.readdCredits();
      notices.toast("account:gift.done", "good");
      onDone();
    },
  );
  return (
    <Dialog title={t("account:gift.title")} onClose={onClose}>
      <p>{t("account:gift.text")}</p>
      <Form problem={problem} onSubmit={onSubmit}>
        <div className={css["row"]}>
          <Button look="primary" type="submit" busy={busy} data-autofocus="">
            {t("account:gift.confirm")}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t("account:gift.later")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
