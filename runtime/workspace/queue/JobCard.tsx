import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Ellipsis from "lucide-react/icons/ellipsis";
import RotateCw from "lucide-react/icons/rotate-cw";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { lazy, memo, Suspense } from "react";
import { useLocale, useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { ProgressArc } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { JobSign } from "./JobSign.tsx";
import { Menu, MenuButton, MenuList } from "../../ui/menu/Menu.tsx";
import { ToolName } from "../../ui/ToolName.tsx";
import css from "./queue.module.css";
import { StoppedActions } from "../../panel-kit/start/StoppedActions.tsx";
import { useSaving } from "../../panel-kit/save/use-saving.ts";
import { ResultRow } from "./ResultRow.tsx";
import { creditsText } from "../../contract/credits-text.ts";
import { progressTexts, stageText } from "../../contract/progress-texts.ts";
import { faultText, joinFacts, namesText, offerUndo } from "../../contract/texts.ts";
import { type Job, isActive } from "../../contract/job.ts";

const ServerNote = lazy(() => import("./servers/ServerNote.tsx"));

const titleOf = ({ id }: Job): string => `job-${id}`;

/** A job of the queue: its progress or result, and its actions. */
export const JobCard = memo(function JobCard({
  job,
  position,
  waiting,
}: {
  readonly job: Job;
  /** Index among the queued jobs; −1 if it is not queued. */
  readonly position: number;
  /** Number of queued jobs. */
  readonly waiting: number;
}) {
  const t = useT();
  const { tools } = useWorkspace();
  const tool = tools.find(({ slug }) => slug === job.tool);
  const runs = job.state === "running" || job.state === "reserving";
  return (
    <li className={css["job"]} data-state={job.state} data-job={job.id}>
      <div className={css["jobHead"]}>
        {runs ? (
          <ProgressArc
            value={job.state === "running" ? job.progress : null}
            label={t("workspace:queue.progress", { title: job.title })}
            size={40}
          />
        ) : (
          <JobSign state={job.state} />
        )}
        <div className={css["jobText"]}>
          <h3 className={css["jobTitle"]} id={titleOf(job)}>
            <bdi>{job.title}</bdi>
          </h3>
          <p className={css["jobTool"]}>
            {tool ? (
              <a href={tool.path}>
                <ToolName tool={tool} />
              </a>
            ) : (
              job.tool
            )}
          </p>
          <JobStatus job={job} />
        </div>
        {isActive(job) ? (
          <ActiveActions job={job} position={position} waiting={waiting} />
        ) : (
          <EndedMenu job={job} />
        )}
      </div>
      {job.error && <JobError job={job} />}
      <JobCredits job={job} />
      {job.onServer && (
        <Suspense>
          <ServerNote job={job} className={css["unchanged"]} />
        </Suspense>
      )}
      {job.unchanged !== null && (
        <p className={css["unchanged"]}>
          {t(job.unchanged)} {t("workspace:queue.noCharge")}
        </p>
      )}
      {(job.state === "failed" || job.state === "interrupted") && <RetryLine job={job} />}
      {job.results.length > 0 && <Results job={job} />}
    </li>
  );
});

const stateText = ({ state, isStopped, unchanged }: Job): string =>
  isStopped ? "stopped" : unchanged === null ? state : "unchanged";

function JobStatus({ job }: { readonly job: Job }) {
  const { t, format } = useLocale();
  const { state, retryAt, started, ended, own, cost } = job;
  const facts =
    state === "running"
      ? [
          retryAt === null
            ? stageText(job, t)
            : t("workspace:queue.busy", { time: format.timeOfDay(retryAt) }),
          ...progressTexts(job, { t, format }),
        ]
      : [
          t(`workspace:state.${stateText(job)}`),
          state === "done" && started !== null && ended !== null
            ? format.duration(Math.max(1, (ended - started) / 1000))
            : null,
          state === "done" && cost > 0 ? t("account:menu.credits", { count: cost }) : null,
        ];
  if (!own && isActive(job)) facts.push(t("workspace:queue.elsewhere"));
  return <p className={css["status"]}>{joinFacts(facts)}</p>;
}

function ActiveActions({
  job,
  position,
  waiting,
}: {
  readonly job: Job;
  readonly position: number;
  readonly waiting: number;
}) {
  const t = useT();
  const { jobs } = useWorkspace();
  return (
    <>
      {position >= 0 && waiting > 1 && (
        <Menu label={t("workspace:more", { name: job.title })} icon={<Ellipsis />}>
          {() => (
            <MenuList>
              {(
                [
                  ["up", ArrowUp, position - 1],
                  ["down", ArrowDown, position + 1],
                ] as const
              ).map(([name, Icon, to]) => (
                <MenuButton
                  key={name}
                  icon={<Icon size={20} />}
                  disabled={to < 0 || to >= waiting}
                  onClick={() => jobs.move(job.id, to)}
                >
                  {t(`workspace:${name}`)}
                </MenuButton>
              ))}
            </MenuList>
          )}
        </Menu>
      )}
      <IconButton
        label={t("workspace:queue.cancelOf", { title: job.title })}
        onClick={() => jobs.cancel(job.id)}
      >
        <X />
      </IconButton>
    </>
  );
}

function EndedMenu({ job }: { readonly job: Job }) {
  const t = useT();
  const { jobs, notices, preview } = useWorkspace();
  const remove = (): void => {
    for (const { id } of job.results) preview.stop(id);
    offerUndo(notices, namesText("jobRemoved", [job.title]), jobs.remove(job.id));
  };
  return (
    <Menu label={t("workspace:more", { name: job.title })} icon={<Ellipsis />}>
      {() => (
        <MenuList>
          <MenuButton icon={<RotateCw size={20} />} onClick={() => jobs.retry(job.id)}>
            {t("workspace:queue.again")}
          </MenuButton>
          <MenuButton icon={<Trash2 size={20} />} onClick={remove}>
            {t("workspace:remove")}
          </MenuButton>
        </MenuList>
      )}
    </Menu>
  );
}

/** Why it failed, with the remedy that the text names. */
function JobError({ job }: { readonly job: Job }) {
  const t = useT();
  return (
    <div className={css["error"]}>
      <p>{formatText(faultText(job.error!), t)}</p>
    </div>
  );
}

/** Credits that it cost although it did not succeed. */
function JobCredits({ job }: { readonly job: Job }) {
  const t = useT();
  const text = creditsText(job);
  return text && <p className={css["unchanged"]}>{t(...text)}</p>;
}

function RetryLine({ job }: { readonly job: Job }) {
  const t = useT();
  const { jobs } = useWorkspace();
  return (
    <div className={css["retry"]}>
      {job.state === "interrupted" && (
        <p>
          {t(`workspace:queue.${job.isStopped ? "stopped" : "interrupted"}`)}
          {creditsText(job) === null && !job.isStopped && ` ${t("workspace:queue.noCharge")}`}
        </p>
      )}
      {job.isStopped ? (
        <StoppedActions job={job} describedBy={titleOf(job)} />
      ) : (
        <Button
          small
          icon={<RotateCw />}
          aria-describedby={titleOf(job)}
          onClick={() => jobs.retry(job.id)}
        >
          {t("workspace:retry")}
        </Button>
      )}
    </div>
  );
}

function Results({ job }: { readonly job: Job }) {
  const t = useT();
  const { save: saveAll } = useSaving();
  const there = job.results.filter(({ state }) => state !== "missing");
  return (
    <>
      <ul
        className={css["results"]}
        aria-label={t("workspace:queue.results", { title: job.title })}
      >
        {job.results.map((result) => (
          <ResultRow key={result.id} result={result} />
        ))}
      </ul>
      {there.length > 1 && (
        <div className={css["saveAll"]}>
          <Button small onClick={() => saveAll(there)}>
            {t("workspace:queue.saveAll", { count: there.length })}
          </Button>
        </div>
      )}
    </>
  );
}
