import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import ListX from "lucide-react/icons/list-x";
import { memo, useEffect, useId, useRef } from "react";
import { useStore } from "zustand";
import { useLocale } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { useFocusRestoration } from "./use-focus-restoration.ts";
import { JobCard } from "./JobCard.tsx";
import { Menu, MenuButton, MenuList } from "../../ui/menu/Menu.tsx";
import { countsOf, inQueue, overallOf, announcementOf } from "./queue-view.ts";
import css from "./queue.module.css";
import { joinFacts, namesText, offerUndo } from "../../contract/texts.ts";
import { useSaving } from "../../panel-kit/save/use-saving.ts";
import { type Job, isActive } from "../../contract/job.ts";

/** Queued, running and finished jobs, which continue whatever panel is open. */
export const Queue = memo(function Queue({ hidden }: { readonly hidden: boolean }) {
  const { t, format } = useLocale();
  const { jobs: store } = useWorkspace();
  const jobs = useStore(store, (state) => state.jobs);
  const shown = inQueue(jobs);
  const { working, waiting } = countsOf(jobs);
  const overall = overallOf(jobs);
  const queued = shown.filter(({ state }) => state === "queued");
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useAnnouncements(jobs);
  useFocusRestoration(section);
  return (
    <section
      ref={section}
      className={css["queue"]}
      data-pane="queue"
      data-hidden={hidden || undefined}
      data-idle={shown.length === 0 || undefined}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <header className={css["head"]}>
        <h2 className={css["title"]} id={id}>
          {t("workspace:queue.title")}
        </h2>
        <p className={css["counts"]}>
          {joinFacts([
            working > 0 ? t("workspace:queue.working", { count: working }) : null,
            waiting > 0 ? t("workspace:queue.waiting", { count: waiting }) : null,
            overall && overall.total > 1 ? format.percent(overall.part) : null,
          ])}
        </p>
        <QueueMenu jobs={shown} />
      </header>
      {shown.length === 0 ? (
        <p className={css["empty"]}>{t("workspace:queue.empty")}</p>
      ) : (
        <ul className={css["jobs"]}>
          {shown.map((job) => (
            <JobCard
              key={job.id}
              job={job}
              position={job.state === "queued" ? queued.indexOf(job) : -1}
              waiting={queued.length}
            />
          ))}
        </ul>
      )}
    </section>
  );
});

/** Announces jobs that have started or ended. */
function useAnnouncements(jobs: readonly Job[]): void {
  const { t } = useLocale();
  const { tools, say } = useWorkspace();
  const before = useRef(jobs);
  useEffect(() => {
    const was = new Map(before.current.map((job) => [job.id, job.state]));
    before.current = jobs;
    const news = jobs.flatMap((job) => {
      const old = was.get(job.id);
      const key = old !== undefined && old !== job.state ? announcementOf(job) : null;
      if (key === null) return [];
      const tool = tools.find(({ slug }) => slug === job.tool)?.name ?? "";
      return [t(key, { tool, title: job.title, count: job.results.length })];
    });
    if (news.length > 0) say(news.join(" "));
  }, [jobs, tools, t, say]);
}

/** Actions on all finished jobs. */
function QueueMenu({ jobs }: { readonly jobs: readonly Job[] }) {
  const { t } = useLocale();
  const { jobs: store, notices } = useWorkspace();
  const { save: saveAll } = useSaving();
  const ended = jobs.filter((job) => !isActive(job));
  const results = ended.flatMap((job) => job.results.filter(({ state }) => state !== "missing"));
  if (ended.length === 0) return null;
  const clear = (): void => {
    const undos = ended.map(({ id }) => store.remove(id));
    const text = namesText(
      "jobRemoved",
      ended.map(({ title }) => title),
    );
    offerUndo(notices, text, () => undos.reverse().forEach((undo) => undo()));
  };
  return (
    <Menu label={t("workspace:queue.all")} icon={<Ellipsis />}>
      {() => (
        <MenuList>
          <MenuButton
            icon={<Download size={20} />}
            disabled={results.length === 0}
            onClick={() => saveAll(results)}
          >
            {t("workspace:queue.saveAll", { count: results.length })}
          </MenuButton>
          <MenuButton icon={<ListX size={20} />} onClick={clear}>
            {t("workspace:queue.clear")}
          </MenuButton>
        </MenuList>
      )}
    </Menu>
  );
}
