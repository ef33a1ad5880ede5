import { useState } from "react";
import { useCredits } from "../../account/store/use-credits.ts";
import { useLocale } from "../../i18n/context.tsx";
import { useApplication } from "../../application/application.ts";
import { Notice } from "../../ui/Feedback.tsx";
import { readPendingStart } from "../../workspace/start/pending-start.ts";

/**
 * The job of this tab that waits for credits, the credits it lacks, and a link back to it. The job
 * is read from the tab's storage, so that the page's URL contains no file name.
 */
export function WaitingJob() {
  const { t, format } = useLocale();
  const { user, tabStorage } = useApplication();
  const [pending] = useState(() => readPendingStart(tabStorage, Date.now()));
  const credits = useCredits(user);
  if (!pending) return null;
  const { due, jobs } = pending.request;
  const missing = credits === null ? null : Math.max(0, due - credits);
  if (missing === 0) return null;
  const facts = [
    [t("account:insufficient.needed"), due],
    ...(missing === null
      ? []
      : [
          [t("account:insufficient.available"), credits!] as const,
          [t("account:insufficient.missing"), missing] as const,
        ]),
  ] as const;
  return (
    <Notice weight="attention" title={t("account:insufficient.title")}>
      <p>
        <a href={pending.path} data-waiting-job="">
          <bdi>{format.list([...new Set(jobs.map(({ title }) => title))])}</bdi>
        </a>
      </p>
      <p>{facts.map(([name, count]) => `${name}: ${format.number(count)}`).join(" · ")}</p>
      <p>{t("account:insufficient.back")}</p>
    </Notice>
  );
}
