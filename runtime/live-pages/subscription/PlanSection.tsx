import { useStore } from "zustand";
import type { Subscription } from "#core/api/contract/shapes.ts";
import { useCredits } from "../../account/store/use-credits.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Section } from "../../parts/Section.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Badge, Notice } from "../../ui/Feedback.tsx";
import { ActionButton } from "../parts/ActionButton.tsx";
import css from "../parts/account-pages.module.css";
import { useMoments } from "../parts/moment.ts";

export function PlanSection() {
  const { navigation, t } = useLocale();
  const { user } = useApplication();
  const subscription = useStore(user, (state) => state.subscription);
  const credits = useCredits(user);
  return (
    <Section id="plan" title={t("pages:subscription.plan")}>
      {subscription ? (
        <Plan subscription={subscription} />
      ) : (
        <div className={css["stack"]}>
          <p>{t("pages:subscription.none")}</p>
          <p>{credits === null ? "\u00a0" : t("pages:pricing.balance", { count: credits })}</p>
          {navigation.pricing && (
            <div className={css["row"]}>
              <ButtonLink look="primary" href={navigation.pricing.path}>
                {t("pages:subscription.see")}
              </ButtonLink>
            </div>
          )}
        </div>
      )}
    </Section>
  );
}

function Plan({ subscription }: { readonly subscription: Subscription }) {
  const { navigation, t } = useLocale();
  const { user } = useApplication();
  const credits = useCredits(user);
  const { plan_name: name, period, status, renews_at, cancel_at_period_end: ends } = subscription;
  const date = useMoments().day(renews_at);
  const state = ends ? "cancelled" : status === "past_due" ? "pastDue" : "active";
  return (
    <div className={css["stack"]}>
      {state === "pastDue" && (
        <Notice weight="attention" title={t("pages:subscription.pastDue.title")}>
          <p>{t("pages:subscription.pastDue.text")}</p>
        </Notice>
      )}
      <dl className={css["facts"]}>
        <div>
          <dt>{t("pages:pricing.plan")}</dt>
          <dd>
            <strong>{name}</strong>{" "}
            <Badge weight={state === "active" ? "good" : "attention"}>
              {t(`pages:subscription.state.${state}`)}
            </Badge>
          </dd>
        </div>
        <div>
          <dt>{t("pages:subscription.period")}</dt>
          <dd>{t(`pages:pricing.${period}`)}</dd>
        </div>
        <div>
          <dt>{t(ends ? "pages:subscription.endsOn" : "pages:subscription.renewsOn")}</dt>
          <dd>{date}</dd>
        </div>
        <div>
          <dt>{t("pages:subscription.credits")}</dt>
          <dd>{credits === null ? "\u00a0" : t("pages:pricing.credits", { count: credits })}</dd>
        </div>
      </dl>
      {ends ? <p>{t("pages:subscription.ended", { date })}</p> : <Cancel name={name} date={date} />}
      {navigation.pricing && (
        <p>
          <a href={navigation.pricing.path}>
            {t(ends ? "pages:subscription.take" : "pages:subscription.change")}
          </a>
        </p>
      )}
    </div>
  );
}

/** Cancels the subscription, after a confirmation that explains the consequences. */
function Cancel({ name, date }: { readonly name: string; readonly date: string }) {
  const { t } = useLocale();
  const { user, dialogs, notices } = useApplication();
  const cancel = async (): Promise<void> => {
    const params = { name, date };
    const isMeant = await dialogs.ask({
      name: "confirm",
      title: { key: "pages:subscription.cancel.title", params },
      text: { key: "pages:subscription.cancel.text", params },
      yes: "pages:subscription.cancel.yes",
      no: "pages:subscription.cancel.no",
      danger: true,
    });
    if (!isMeant) return;
    await user.cancelSubscription();
    notices.toast({ key: "pages:subscription.cancel.done", params }, "good");
  };
  return (
    <div className={css["stack"]}>
      <ActionButton action={cancel}>{t("pages:subscription.cancel.open")}</ActionButton>
    </div>
  );
}
