import { useLocale } from "../i18n/context.tsx";
import { wordsOf } from "../state/notices.ts";
import { Notice } from "../ui/Feedback.tsx";
import { faultText } from "./tray-actions.ts";
import type { Job } from "./types.ts";

/** Why the last run did not work. */
export function JobFailed({ job: { error, title, usageId } }: { readonly job: Job }) {
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
