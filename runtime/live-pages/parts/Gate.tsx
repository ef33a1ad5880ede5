import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import css from "./account-pages.module.css";
import { Skeleton } from "./Skeleton.tsx";

interface Props {
  readonly name: "subscription" | "history" | "settings";
  readonly children: () => ReactNode;
}

/**
 * Shows an account's content once the visitor is signed in; otherwise the reason why it is
 * unavailable.
 */
export function Gate({ name, children }: Props) {
  const { t } = useLocale();
  const { user } = useApplication();
  const status = useStore(user, (state) => state.status);
  switch (status) {
    case "in":
      return children();
    case "out":
      return <SignedOut name={name} />;
    case "offline":
      return (
        <Notice
          weight="attention"
          title={t("pages:account.unreachable")}
          actions={<Button onClick={() => void user.restore()}>{t("pages:account.retry")}</Button>}
        >
          <p>{t("pages:account.unreachableText")}</p>
        </Notice>
      );
    default:
      return <Skeleton />;
  }
}

/** The purpose of the page, and buttons to log in. */
function SignedOut({ name }: Pick<Props, "name">) {
  const { navigation, t } = useLocale();
  const { dialogs } = useApplication();
  const why = `pages:account.out.${name}.title`;
  return (
    <div className={css["out"]}>
      <h2>{t(why)}</h2>
      <ul className={css["points"]}>
        {(["a", "b", "c"] as const).map((point) => (
          <li key={point}>{t(`pages:account.out.${name}.${point}`)}</li>
        ))}
      </ul>
      <div className={css["row"]}>
        <Button look="primary" onClick={() => dialogs.open({ name: "login", why })}>
          {t("account:login.submit")}
        </Button>
        <Button onClick={() => dialogs.open({ name: "register", why })}>
          {t("account:login.register")}
        </Button>
        {navigation.pricing && (
          <ButtonLink look="quiet" href={navigation.pricing.path}>
            {t("pages:account.pricing")}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
