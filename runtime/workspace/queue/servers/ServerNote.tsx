import { useState } from "react";
import type { Job } from "#runtime/contract/job.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import kit from "#runtime/panel-kit/layout/kit.module.css";
import { noteOf } from "./note-of.ts";

/** What the site's servers have of a job, or the receipts of its deletion. */
export default function ServerNote({
  job,
  className,
}: {
  readonly job: Job;
  readonly className: string | undefined;
}) {
  const { t, format, locale } = useLocale();
  const { servers } = useWorkspace();
  const [openedAt] = useState(Date.now);
  const note = noteOf(job, openedAt);
  if (!servers || !note) return null;
  const timeOf = (time: number): string =>
    new Intl.DateTimeFormat(locale.language, { dateStyle: "medium", timeStyle: "short" }).format(
      time,
    );
  const text = {
    runs: () => t("workspace:queue.server.runs"),
    unconfirmed: () => t("workspace:queue.server.fetched"),
    stored: (time: number) => t("workspace:queue.server.kept", { time: timeOf(time) }),
    expired: (time: number) => t("workspace:queue.server.expired", { time: timeOf(time) }),
    deleted: (time: number) =>
      t("workspace:queue.server.deleted", { time: format.timeOfDay(time) }),
  }[note.kind](note.time);
  const receipts = job.sent.map(({ upload }, at) => (
    <a key={upload} href={servers.receiptOf(upload)} target="_blank" rel="noreferrer">
      {t("workspace:queue.server.receipt", { number: at + 1 })}
    </a>
  ));
  return (
    <div className={className}>
      <p>{text}</p>
      {note.hasReceipts && receipts.length === 1 && receipts}
      {note.hasReceipts && receipts.length > 1 && (
        <details className={kit["more"]}>
          <summary>{t("workspace:queue.server.receipts", { count: receipts.length })}</summary>
          <ul>
            {receipts.map((receipt) => (
              <li key={receipt.key}>{receipt}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
