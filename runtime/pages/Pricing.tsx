import { Fragment } from "react";
import type { PricedTool, PricingPage } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale } from "../i18n/context.tsx";
import { Offers } from "../parts/pricing/Offers.tsx";
import { Changed, PageHead } from "../parts/PageHead.tsx";
import { Body, Section } from "../parts/Section.tsx";
import { englishIn } from "../ui/Translation.tsx";
import { Features, Questions } from "../ui/Blocks.tsx";
import css from "./pricing.module.css";

const COSTS = [
  ["free", "free"],
  [1, "minute"],
  [2, "double"],
  [3, "run"],
] as const;

export function Pricing({ page }: { readonly page: PricingPage }) {
  const { site, locale, t } = useLocale();
  const english = englishIn(page);
  return (
    <>
      <PageHead page={page} />
      <div className={css["outcome"]} data-live="pricing" />
      <Section id="plans" title={t("pages:pricing.calculator.title")} wide>
        {/* With the application, offers can be chosen and bought. */}
        <div id="calculator" data-calculator={JSON.stringify(page.pricing)}>
          <Offers pricing={page.pricing} />
        </div>
        <p className={css["terms"]}>{t("pages:pricing.how")}</p>
        {page.pricing.plans.length > 0 && (
          <p className={css["terms"]}>
            {t("pages:pricing.cancel")}{" "}
            <a href={pathOf(site, locale.code, "/subscription")}>{t("pages:pricing.cancelHere")}</a>
          </p>
        )}
        {page.pricing.packs.length > 0 && <p className={css["terms"]}>{t("pages:pricing.once")}</p>}
        <p className={css["terms"]}>{t("pages:pricing.why")}</p>
      </Section>
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
