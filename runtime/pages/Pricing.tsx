import type { PricingPage } from "../../core/page.ts";
import { useLocale } from "../i18n/context.tsx";
import { Changed, PageHead } from "../parts/PageHead.tsx";
import { Body, Section } from "../parts/Section.tsx";
import { englishIn } from "../parts/Translation.tsx";
import { Features, Questions, Table } from "../ui/Blocks.tsx";
import { Notice } from "../ui/Feedback.tsx";
import css from "./pricing.module.css";

const COSTS = ["free", "minute", "double", "run"] as const;

export function Pricing({ page }: { readonly page: PricingPage }) {
  const { t } = useLocale();
  const english = englishIn(page);
  return (
    <>
      <PageHead page={page}>
        <Notice>{t("pages:pricing.closed")}</Notice>
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
          {COSTS.map((cost) => (
            <div key={cost}>
              <dt>{t(`common:cost.${cost}.name`)}</dt>
              <dd>{t(`common:cost.${cost}.text`)}</dd>
            </div>
          ))}
        </dl>
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

/** The free daily credits, then each plan, with both ways to pay. */
function Plans({ page: { pricing } }: { readonly page: PricingPage }) {
  const { t, format } = useLocale();
  const price = (amount: number) => format.price(amount, pricing.currency);
  const each = (amount: number, note?: string) => (
    <span className={css["amount"]}>
      <b>{amount === 0 ? t("pages:pricing.free") : price(amount)}</b>
      {note && <small>{note}</small>}
    </span>
  );
  return (
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
        ...pricing.plans.map(({ name, creditsPerMonth, monthly, yearly }) => [
          name,
          t("pages:pricing.creditsPerMonth", { count: creditsPerMonth }),
          each(monthly),
          each(yearly, t("pages:pricing.yearlyPerMonth", { amount: price(yearly / 12) })),
        ]),
      ]}
    />
  );
}

function Packs({ page: { pricing } }: { readonly page: PricingPage }) {
  const { t, format } = useLocale();
  return (
    <Table
      caption={t("pages:pricing.packs")}
      head={[t("pages:pricing.pack"), t("pages:pricing.price"), t("pages:pricing.perCredit")]}
      rows={pricing.packs.map(({ credits, price }) => [
        t("pages:pricing.credits", { count: credits }),
        <b key="price">{format.price(price, pricing.currency)}</b>,
        format.price(price / credits, pricing.currency),
      ])}
    />
  );
}
