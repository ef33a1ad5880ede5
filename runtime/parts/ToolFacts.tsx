import type { ReactNode } from "react";
import type { Rating, ToolPage } from "#core/page/page.ts";
import { useLocale } from "../i18n/context.tsx";
import { COST_MESSAGES } from "#core/page/cost-messages.ts";
import type { ToolInput } from "#core/page/tool-input.ts";
import css from "./tool-facts.module.css";

/** Price, place of processing and rating of a tool, shown before a job starts. */
export function ToolFacts({ page, input }: { readonly page: ToolPage; readonly input: ToolInput }) {
  const { navigation, t } = useLocale();
  const cost = COST_MESSAGES[page.cost];
  const source = input === "link" ? "link" : "device";
  return (
    <aside aria-label={t("pages:tool.facts")}>
      <dl className={css["facts"]}>
        <Fact label={t("common:cost.label")} name={t(`common:cost.${cost}.name`)}>
          {t(`common:cost.${cost}.text`)}{" "}
          {navigation.pricing && page.cost !== "free" && (
            <a href={`${navigation.pricing.path}#counts`}>{t("common:cost.more")}</a>
          )}
        </Fact>
        <Fact label={t("common:place.label")} name={t(`common:place.${source}.name`)}>
          {input === "link" ? t("common:place.link.text") : t(`common:place.device.text.${input}`)}
        </Fact>
        {page.available && page.rating && <RatingFact rating={page.rating} />}
      </dl>
    </aside>
  );
}

function Fact({
  label,
  name,
  children,
}: {
  readonly label: string;
  readonly name: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{name}</strong>
        <span>{children}</span>
      </dd>
    </div>
  );
}

function RatingFact({ rating: { value, count, reviews } }: { readonly rating: Rating }) {
  const { t, format } = useLocale();
  const filled = Math.round((value / 5) * 100);
  return (
    <Fact
      label={t("common:rating.label")}
      name={
        <>
          <svg className={css["arc"]} viewBox="0 0 32 18" aria-hidden="true">
            <path className={css["track"]} d="M2 16A14 14 0 0 1 30 16" />
            <path d="M2 16A14 14 0 0 1 30 16" pathLength={100} strokeDasharray={`${filled} 100`} />
            <circle cx="16" cy="14.5" r="2.5" />
          </svg>
          {t("common:rating.value", { value, best: 5 })}
        </>
      }
    >
      {format.list([
        t("common:rating.ratings", { count }),
        t("common:rating.reviews", { count: reviews }),
      ])}
    </Fact>
  );
}
