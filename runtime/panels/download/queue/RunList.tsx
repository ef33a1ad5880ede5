import { useT } from "#runtime/i18n/context.tsx";
import type { SteadyJob } from "#runtime/contract/job.ts";
import css from "./queue.module.css";
import { RunRow } from "./RunRow.tsx";

/** All downloads of the tool, the newest first. */
export function RunList({ all }: { readonly all: readonly SteadyJob[] }) {
  const t = useT();
  if (all.length === 0) return null;
  const done = all.filter(
    ({ state, results }) => state === "done" && results.some((one) => one.state !== "missing"),
  );
  return (
    <section className={css["runs"]} aria-label={t("panel-download:downloads")}>
      <div className={css["head"]}>
        <h2 className={css["heading"]}>{t("panel-download:downloads")}</h2>
        <output className={css["soft"]}>
          {t("panel-download:doneOf", { done: done.length, all: all.length })}
        </output>
      </div>
      <ul className={css["list"]}>
        {all.toReversed().map((job) => (
          <RunRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}
