import { COST_MESSAGES } from "#core/page/cost-messages.ts";
import type { Cost } from "#core/page/page.ts";
import { useLocale } from "../../i18n/context.tsx";

/** What a tool costs, in the action bar until the panel shows what a start costs. */
export function ToolPrice({ cost }: { readonly cost: Cost }) {
  const { t, navigation } = useLocale();
  return (
    <p>
      {t(`common:cost.${COST_MESSAGES[cost]}.name`)}
      {navigation.pricing && cost !== "free" && (
        <>
          {" · "}
          <a href={`${navigation.pricing.path}#counts`}>{t("common:cost.more")}</a>
        </>
      )}
    </p>
  );
}
