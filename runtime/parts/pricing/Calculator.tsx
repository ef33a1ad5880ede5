import { useId, useState } from "react";
import { type MonthlyOffer, cheapestOffers } from "#core/credits/cheapest-offers.ts";
import type { Pricing } from "#core/page/page.ts";
import { useLocale } from "../../i18n/context.tsx";
import css from "./calculator.module.css";

/** Default minutes: four episodes of 45. */
const DEFAULT_MINUTES = 180;
/** Maximum minutes; a month has 44,640. */
const MAX_MINUTES = 100_000;
const DAYS = 30;

/**
 * The plan or packs for a number of minutes a month, at one credit a minute.
 * @param live whether the number can be changed; the server renders the result of the default
 *   number
 */
export function Calculator({
  pricing,
  live = false,
}: {
  readonly pricing: Pricing;
  readonly live?: boolean;
}) {
  const { t, format } = useLocale();
  const id = useId();
  const [text, setText] = useState(String(DEFAULT_MINUTES));
  const entered = Math.ceil(Number(text));
  const minutes = Number.isFinite(entered) && entered > 0 ? Math.min(MAX_MINUTES, entered) : 0;
  const free = DAYS * pricing.dailyCredits;
  return (
    <div className={css["calculator"]}>
      {live ? (
        <p className={css["question"]}>
          <label htmlFor={id}>{t("pages:pricing.calculator.minutes")}</label>
          <input
            id={id}
            className={css["input"]}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_MINUTES}
            step={10}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </p>
      ) : (
        <p className={css["question"]}>
          {t("pages:pricing.calculator.minutes")}{" "}
          <b className={css["input"]}>{format.number(DEFAULT_MINUTES)}</b>
        </p>
      )}
      <output className={css["answer"]}>
        {minutes > 0 && minutes <= free && (
          <span>
            {t("pages:pricing.calculator.free", {
              minutes: format.number(free),
              daily: format.number(pricing.dailyCredits),
            })}
          </span>
        )}
        {minutes > 0 &&
          cheapestOffers(minutes, pricing).map((offer) => (
            <Offer key={offer.plan?.id ?? "packs"} offer={offer} pricing={pricing} />
          ))}
      </output>
      <small>{t("pages:pricing.calculator.note")}</small>
    </div>
  );
}

/** Text such as `Basic + 60 credits: $15 a month`. */
function Offer({ offer, pricing }: { readonly offer: MonthlyOffer; readonly pricing: Pricing }) {
  const { t, format } = useLocale();
  const packs = offer.packs.map(({ pack, count }) => {
    const credits = t("pages:pricing.credits", { count: pack.credits });
    return count > 1 ? `${format.number(count)} × ${credits}` : credits;
  });
  const items = [...(offer.plan ? [offer.plan.name] : []), ...packs].join(" + ");
  const amount = format.price(offer.price, pricing.currency);
  return (
    <span>
      <b>
        <bdi>{items}</bdi>
      </b>{" "}
      {t(`pages:pricing.calculator.${offer.plan ? "plan" : "packs"}`, { amount })}
    </span>
  );
}
