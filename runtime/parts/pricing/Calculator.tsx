import { useId } from "react";
import type { Pricing } from "#core/page/page.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Range } from "../../ui/field/Range.tsx";
import css from "./calculator.module.css";
import { type ChosenOffer, freeMinutes } from "./choose-offer.ts";

/** Most minutes a month of the slider: 15 hours. */
const MAX_MINUTES = 900;
const STEP = 10;

/** The minutes that a visitor needs a month, and the offer for them, at one credit a minute. */
export function Calculator({
  pricing,
  minutes,
  onMinutes,
  chosen,
  isYearly,
}: {
  readonly pricing: Pricing;
  readonly minutes: number;
  /** Missing until the number can be changed. */
  readonly onMinutes?: ((minutes: number) => void) | undefined;
  /** The fitting offer; null if there is none. */
  readonly chosen: ChosenOffer | null;
  readonly isYearly: boolean;
}) {
  const { t, format } = useLocale();
  const id = useId();
  return (
    <div className={css["calculator"]}>
      <p className={css["question"]}>
        <label htmlFor={id}>{t("pages:pricing.calculator.minutes")}</label>
        <b className={css["minutes"]}>{format.number(minutes)}</b>
      </p>
      <div className={`${css["slider"]} needs-js`}>
        <Range
          id={id}
          min={0}
          max={MAX_MINUTES}
          step={STEP}
          {...(onMinutes
            ? { value: minutes, onChange: ({ target }) => onMinutes(Number(target.value)) }
            : { defaultValue: minutes })}
        />
      </div>
      <output className={css["answer"]} htmlFor={id}>
        {chosen &&
          (chosen.offer ? (
            <Answer chosen={chosen} pricing={pricing} isYearly={isYearly} />
          ) : (
            t("pages:pricing.calculator.free", {
              minutes: format.number(freeMinutes(pricing)),
              daily: format.number(pricing.dailyCredits),
            })
          ))}
      </output>
      <small>{t("pages:pricing.calculator.note")}</small>
    </div>
  );
}

/** Text such as `Basic + 60 credits · $15 a month · 20 minutes to spare`. */
function Answer({
  chosen: { offer, price, spare },
  pricing,
  isYearly,
}: {
  readonly chosen: ChosenOffer;
  readonly pricing: Pricing;
  readonly isYearly: boolean;
}) {
  const { t, format } = useLocale();
  const { plan, packs } = offer!;
  const sold = packs.map(({ pack, count }) => {
    const credits = t("pages:pricing.credits", { count: pack.credits });
    return count > 1 ? `${format.number(count)} × ${credits}` : credits;
  });
  const amount = format.price(price, pricing.currency);
  const period = isYearly ? "yearlyPerMonth" : "calculator.plan";
  return (
    <>
      <b>
        <bdi>{[...(plan ? [plan.name] : []), ...sold].join(" + ")}</bdi>
      </b>
      {" · "}
      {t(`pages:pricing.${plan ? period : "calculator.packs"}`, { amount })}
      {spare > 0 && ` · ${t("pages:pricing.calculator.spare", { count: spare })}`}
    </>
  );
}
