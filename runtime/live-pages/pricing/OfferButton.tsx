import { useStore } from "zustand";
import { offerOf } from "#core/credits/credits.ts";
import { pathOf } from "#core/site/site.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Badge } from "../../ui/Feedback.tsx";
import { useMoments } from "../parts/moment.ts";
import css from "./pricing.module.css";
import type { Purchase } from "./use-purchase.ts";

/** Buys a plan or a pack, or shows that the visitor already has the plan. */
export function OfferButton({
  id,
  label,
  fits,
  purchase: { busy, problem, buy },
}: {
  /** Id of the offer for `payment/url/get`. */
  readonly id: string;
  readonly label: string;
  readonly fits: boolean;
  readonly purchase: Purchase;
}) {
  const { site, locale, t } = useLocale();
  const { user } = useApplication();
  const subscription = useStore(user, (state) => state.subscription);
  const moments = useMoments();
  const isOwn = subscription && offerOf(subscription.plan_id, subscription.period) === id;
  if (isOwn && !subscription.cancel_at_period_end)
    return (
      <span className={css["own"]}>
        <Badge weight="good">{t("pages:pricing.own")}</Badge>
        <a href={pathOf(site, locale.code, "/subscription")}>{t("pages:pricing.manage")}</a>
      </span>
    );
  return (
    <>
      <Button look={fits ? "primary" : "secondary"} busy={busy === id} onClick={() => buy(id)}>
        {label}
      </Button>
      {isOwn && (
        <small>{t("pages:pricing.ends", { date: moments.day(subscription.renews_at) })}</small>
      )}
      <span className={css["problem"]} role="alert">
        {problem?.planId === id && formatText(problem.text, t)}
      </span>
    </>
  );
}
