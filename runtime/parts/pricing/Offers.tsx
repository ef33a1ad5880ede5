import { type ReactNode, useState } from "react";
import { monthsFree } from "#core/credits/cheapest-offers.ts";
import { offerOf } from "#core/credits/credits.ts";
import type { Pricing } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale } from "../../i18n/context.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { Tabs } from "../../ui/choice/Choice.tsx";
import { Calculator } from "./Calculator.tsx";
import { type OfferKind, chooseOffer, freeMinutes } from "./choose-offer.ts";
import css from "./offers.module.css";

/** Minutes at first: four episodes of 45. */
const DEFAULT_MINUTES = 180;

interface Row {
  /** Id of the plan or pack; `free` for the daily credits. */
  readonly id: string;
  /** Id of the offer for `payment/url/get`; null if there is nothing to buy. */
  readonly offer: string | null;
  readonly name: string;
  readonly label: string;
  readonly minutes: number;
  readonly about?: string;
  /** Price of a minute; null if it is free. */
  readonly perMinute: number | null;
  readonly price: number;
  /** Average of a month, if it is not the price. */
  readonly average?: string;
  readonly terms?: string;
}

/** Renders the button of an offer. */
export type OfferAction = (offer: {
  readonly id: string;
  readonly label: string;
  /** Whether the row fits the visitor's minutes best. */
  readonly fits: boolean;
}) => ReactNode;

export const offerKinds = ({ plans, packs }: Pricing): readonly OfferKind[] => [
  ...(plans.length > 0 ? (["monthly", "yearly"] as const) : []),
  ...(packs.length > 0 ? (["packs"] as const) : []),
];

/**
 * The calculator and the table of offers, one kind at a time. Without scripts, all kinds are shown,
 * with the answer for a usual number of minutes.
 * @param action missing until offers can be bought
 */
export function Offers({
  pricing,
  action,
  initial = offerKinds(pricing)[0] ?? "monthly",
  initialMinutes = DEFAULT_MINUTES,
}: {
  readonly pricing: Pricing;
  readonly action?: OfferAction;
  readonly initial?: OfferKind;
  readonly initialMinutes?: number;
}) {
  const { t } = useLocale();
  // The initial ones may change when the balance arrives, but not what the visitor has entered.
  const [entered, setMinutes] = useState<number | null>(null);
  const minutes = entered ?? initialMinutes;
  const [kind, setKind] = useState(initial);
  const chosen = chooseOffer(minutes, kind, pricing);
  return (
    <div className={css["offers"]}>
      <Calculator
        pricing={pricing}
        minutes={minutes}
        chosen={chosen}
        isYearly={kind === "yearly"}
        onMinutes={action && setMinutes}
      />
      <Kinds pricing={pricing} kind={kind} onKind={setKind} />
      <table className={css["table"]}>
        <caption className="visually-hidden">{t("pages:pricing.plans")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("pages:pricing.plan")}</th>
            <th scope="col">{t("pages:pricing.minutes")}</th>
            <th scope="col">{t("pages:pricing.perMinute")}</th>
            <th scope="col" colSpan={2}>
              {t("pages:pricing.price")}
            </th>
          </tr>
        </thead>
        {offerKinds(pricing).map((one) => (
          <Group
            key={one}
            kind={one}
            pricing={pricing}
            fitting={one === kind ? (chosen?.row ?? null) : null}
            action={action}
          />
        ))}
      </table>
    </div>
  );
}

/** Chooses the kind of offers that is shown. */
function Kinds({
  pricing,
  kind,
  onKind,
}: {
  readonly pricing: Pricing;
  readonly kind: OfferKind;
  readonly onKind: (kind: OfferKind) => void;
}) {
  const { t } = useLocale();
  const free = Math.min(Infinity, ...pricing.plans.map(monthsFree));
  return (
    <div className="needs-js">
      <Tabs
        label={t("pages:pricing.period")}
        name="offers"
        options={offerKinds(pricing).map((value) => ({
          value,
          label: (
            <>
              <bdi>{t(`pages:pricing.${value}`)}</bdi>
              {value === "yearly" && free > 0 && (
                <small className={css["gain"]}>
                  {t("pages:pricing.monthsFree", { count: free })}
                </small>
              )}
            </>
          ),
        }))}
        value={kind}
        onChange={onKind}
      />
    </div>
  );
}

/** The rows of one kind of offers. */
function useRows(kind: OfferKind, pricing: Pricing): readonly Row[] {
  const { t, format } = useLocale();
  const price = (amount: number) => format.price(amount, pricing.currency);
  if (kind === "packs")
    return pricing.packs.map(({ id, credits, price: amount }) => ({
      id,
      offer: id,
      name: t("pages:pricing.credits", { count: credits }),
      label: t("pages:pricing.buy", { count: credits }),
      minutes: credits,
      perMinute: amount / credits,
      price: amount,
    }));
  const free: Row = {
    id: "free",
    offer: null,
    name: t("pages:pricing.free"),
    label: t("pages:account.home"),
    minutes: freeMinutes(pricing),
    about: t("pages:pricing.daily", { count: pricing.dailyCredits }),
    perMinute: null,
    price: 0,
  };
  return [
    free,
    ...pricing.plans.map(({ id, name, creditsPerMonth, monthly, yearly }): Row => {
      const months = kind === "yearly" ? 12 : 1;
      const amount = kind === "yearly" ? yearly : monthly;
      return {
        id,
        offer: offerOf(id, kind),
        name,
        label: t("pages:pricing.choose", { name }),
        minutes: creditsPerMonth,
        about: t("pages:pricing.creditsPerMonth", { count: creditsPerMonth }),
        perMinute: amount / months / creditsPerMonth,
        price: amount,
        ...(kind === "yearly" && {
          average: t("pages:pricing.yearlyPerMonth", { amount: price(yearly / 12) }),
        }),
        terms: t(kind === "yearly" ? "pages:pricing.renewsYearly" : "pages:pricing.renewsMonthly", {
          amount: price(amount),
        }),
      };
    }),
  ];
}

function Group({
  kind,
  pricing,
  fitting,
  action,
}: {
  readonly kind: OfferKind;
  readonly pricing: Pricing;
  /** Id of the row that fits the visitor's minutes; null if it is not among these. */
  readonly fitting: string | null;
  readonly action: OfferAction | undefined;
}) {
  const { site, locale, t, format } = useLocale();
  const rows = useRows(kind, pricing);
  return (
    <tbody data-kind={kind}>
      <tr className={css["group"]}>
        <th scope="rowgroup" colSpan={5}>
          {t(`pages:pricing.${kind}`)}
        </th>
      </tr>
      {rows.map(({ id, offer, name, label, minutes, about, perMinute, price, average, terms }) => {
        const fits = id === fitting;
        return (
          <tr key={id} className={css["row"]} data-fits={fits || undefined}>
            <th scope="row">{name}</th>
            <td data-label={t("pages:pricing.minutes")}>
              <span>
                {format.number(minutes)}
                {about && <small>{about}</small>}
              </span>
            </td>
            <td data-label={t("pages:pricing.perMinute")}>
              {perMinute === null ? "–" : format.price(perMinute, pricing.currency)}
            </td>
            <td data-label={t("pages:pricing.price")}>
              <span>
                <b>{format.price(price, pricing.currency)}</b>
                {average && <span className={css["average"]}>{average}</span>}
                {terms && <small>{terms}</small>}
              </span>
            </td>
            <td className={css["action"]}>
              {offer === null ? (
                <ButtonLink
                  look={fits ? "primary" : "secondary"}
                  href={pathOf(site, locale.code, "/")}
                >
                  {label}
                </ButtonLink>
              ) : (
                <span className={css["slot"]} data-offer={offer}>
                  {action?.({ id: offer, label, fits })}
                </span>
              )}
            </td>
          </tr>
        );
      })}
    </tbody>
  );
}
