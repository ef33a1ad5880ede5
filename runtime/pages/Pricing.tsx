import { Fragment } from "react";
import { monthsFree } from "#core/credits/cheapest-offers.ts";
import { offerOf } from "#core/credits/credits.ts";
import type { Plan, PricedTool, PricingPage } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale } from "../i18n/context.tsx";
import { Calculator } from "../parts/pricing/Calculator.tsx";
import { Changed, PageHead } from "../parts/PageHead.tsx";
import { Body, Section } from "../parts/Section.tsx";
import { englishIn } from "../ui/Translation.tsx";
import { Features, Questions, Table } from "../ui/Blocks.tsx";
import { Segmented } from "../ui/choice/Choice.tsx";
import { Notice } from "../ui/Feedback.tsx";
import css from "./pricing.module.css";

const COSTS = [
  ["free", "free"],
  [1, "minute"],
  [2, "double"],
  [3, "run"],
] as const;

export function Pricing({ page }: { readonly page: PricingPage }) {
  const { t } = useLocale();
  const english = englishIn(page);
  return (
    <>
      <PageHead page={page}>
        <div className={css["outcome"]} data-live="pricing">
          <Notice>{t("pages:pricing.how")}</Notice>
        </div>
      </PageHead>
      <Section id="plans" title={t("pages:pricing.plans")}>
        <Plans page={page} />
      </Section>
      {page.pricing.packs.length > 0 && (
        <Section id="packs" title={t("pages:pricing.packs")}>
          <Packs page={page} />
        </Section>
      )}
      <Section id="counts" title={t("pages:pricing.counts")}>
        <dl className={css["counts"]}>
          {COSTS.map(([type, cost]) => (
            <div key={cost}>
              <dt>{t(`common:cost.${cost}.name`)}</dt>
              <dd>{t(`common:cost.${cost}.text`)}</dd>
              <Tools tools={page.tools.filter((tool) => tool.cost === type)} />
            </div>
          ))}
        </dl>
      </Section>
      <Section id="calculator" title={t("pages:pricing.calculator.title")}>
        {/* With the application, the visitor's own number replaces the default. */}
        <div data-calculator={JSON.stringify(page.pricing)}>
          <Calculator pricing={page.pricing} />
        </div>
        <p className={css["terms"]}>{t("pages:pricing.why")}</p>
      </Section>
      <Section id="features" title={t("pages:pricing.features")} english={english("features")}>
        <Features items={page.features} />
      </Section>
      <Body html={page.html} english={english("body")} />
      {page.faq.length > 0 && (
        <Section id="faq" title={t("common:questions")} english={english("faq")}>
          <Questions faq={page.faq} />
        </Section>
      )}
      <Changed page={page} />
    </>
  );
}

/** Names of the available tools; if none is available, a note that they are being built. */
function Tools({ tools }: { readonly tools: readonly PricedTool[] }) {
  const { t } = useLocale();
  if (tools.length === 0) return <dd>{t("common:building")}</dd>;
  return (
    <dd>
      {tools.map(({ path, name }, at) => (
        <Fragment key={path}>
          {at > 0 && " · "}
          <a href={path}>
            <bdi>{name}</bdi>
          </a>
        </Fragment>
      ))}
    </dd>
  );
}

/** Placeholder for the button of an offer, once it can be purchased. */
const OfferSlot = ({ id, label }: { readonly id: string; readonly label: string }) => (
  <span className={css["offer"]} data-offer={id} data-label={label} />
);

/** Shows one billing period at a time; without scripts, both are shown side by side. */
function Periods({ plans }: { readonly plans: readonly Plan[] }) {
  const { t } = useLocale();
  const free = plans.length > 0 ? Math.min(...plans.map(monthsFree)) : 0;
  return (
    <div className={`${css["periods"]} needs-js`}>
      <Segmented
        label={t("pages:pricing.period")}
        name="period"
        options={(["monthly", "yearly"] as const).map((value) => ({
          value,
          label: (
            <>
              <bdi>{t(`pages:pricing.${value}`)}</bdi>
              {value === "yearly" && free > 0 && (
                <small>{t("pages:pricing.monthsFree", { count: free })}</small>
              )}
            </>
          ),
        }))}
        defaultValue="monthly"
      />
    </div>
  );
}

/** The free daily credits, then each plan with both billing periods. */
function Plans({ page: { pricing } }: { readonly page: PricingPage }) {
  const { site, locale, t, format } = useLocale();
  const price = (amount: number) => format.price(amount, pricing.currency);
  return (
    <div className={css["plans"]}>
      <Periods plans={pricing.plans} />
      <Table
        caption={t("pages:pricing.plans")}
        head={[
          t("pages:pricing.plan"),
          t("pages:pricing.credits"),
          t("pages:pricing.monthly"),
          t("pages:pricing.yearly"),
        ]}
        rows={[
          [
            t("pages:pricing.free"),
            t("pages:pricing.daily", { count: pricing.dailyCredits }),
            price(0),
            price(0),
          ],
          ...pricing.plans.map(({ id, name, creditsPerMonth, monthly, yearly }) => [
            name,
            t("pages:pricing.creditsPerMonth", { count: creditsPerMonth }),
            <span key="monthly" className={css["amount"]}>
              <b>{price(monthly)}</b>
              <small>{t("pages:pricing.renewsMonthly", { amount: price(monthly) })}</small>
              <OfferSlot id={offerOf(id, "monthly")} label={t("pages:pricing.choose", { name })} />
            </span>,
            <span key="yearly" className={css["amount"]}>
              <b>{price(yearly)}</b>
              <small>{t("pages:pricing.yearlyPerMonth", { amount: price(yearly / 12) })}</small>
              <small>{t("pages:pricing.renewsYearly", { amount: price(yearly) })}</small>
              <OfferSlot id={offerOf(id, "yearly")} label={t("pages:pricing.choose", { name })} />
            </span>,
          ]),
        ]}
      />
      <p className={css["terms"]}>
        {t("pages:pricing.cancel")}{" "}
        <a href={pathOf(site, locale.code, "/subscription")}>{t("pages:pricing.cancelHere")}</a>
      </p>
    </div>
  );
}

function Packs({ page: { pricing } }: { readonly page: PricingPage }) {
  const { t, format } = useLocale();
  return (
    <>
      <Table
        caption={t("pages:pricing.packs")}
        head={[t("pages:pricing.pack"), t("pages:pricing.perCredit"), t("pages:pricing.price")]}
        rows={pricing.packs.map(({ id, credits, price }) => [
          t("pages:pricing.credits", { count: credits }),
          format.price(price / credits, pricing.currency),
          <span key="price" className={css["amount"]}>
            <b>{format.price(price, pricing.currency)}</b>
            <OfferSlot id={id} label={t("pages:pricing.buy", { count: credits })} />
          </span>,
        ])}
      />
      <p className={css["terms"]}>{t("pages:pricing.once")}</p>
    </>
  );
}
