import { useLocale } from "../../i18n/context.tsx";
import { wordsOf } from "../../state/notices.ts";
import { Notice } from "../../ui/Feedback.tsx";
import { faultText } from "../../workspace/tray-actions.ts";
import type { Job } from "../../workspace/types.ts";

/** Why the last run did not work. */
export function Failed({ job: { error, title, usageId } }: { readonly job: Job }) {
  const { t } = useLocale();
  return (
    error && (
      <Notice weight="bad" title={title}>
        <p>{wordsOf(faultText(error), t)}</p>
        {usageId !== null && <p>{t("errors:credits.returned")}</p>}
      </Notice>
    )
  );
}
