import { useStore } from "zustand";
import { pathOf } from "#core/site/site.ts";
import { isLoggedIn } from "../../account/store/selectors.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Table } from "../../ui/Blocks.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { ToolName } from "../../ui/ToolName.tsx";
import css from "./history.module.css";
import { inHistory } from "./queue-view.ts";
import { useNow } from "../../panel-kit/start/use-now.ts";
import type { Job } from "../../contract/job.ts";

/** Finished jobs on this device, with a link to the usage history of the account. */
export function History() {
  const { t, site, locale, format } = useLocale();
  const { jobs: store, tools, user, dialogs } = useWorkspace();
  const jobs = useStore(store, (state) => state.jobs);
  const loggedIn = useStore(user, isLoggedIn);
  const now = useNow();
  const done = inHistory(jobs);
  const toolOf = (job: Job) => {
    const tool = tools.find(({ slug }) => slug === job.tool);
    return tool ? (
      <a href={tool.path}>
        <ToolName tool={tool} />
      </a>
    ) : (
      job.tool
    );
  };
  const whenOf = ({ ended, created }: Job) => {
    const time = ended ?? created;
    return (
      <time dateTime={new Date(time).toISOString()}>
        {format.relative(time, Math.max(now, time))}
      </time>
    );
  };
  return (
    <div className={css["history"]}>
      <h2 className={css["title"]}>{t("workspace:history.title")}</h2>
      <p className={css["text"]}>{t("workspace:history.text")}</p>
      {done.length === 0 ? (
        <p className={css["empty"]}>{t("workspace:history.empty")}</p>
      ) : (
        <div className={css["table"]}>
          <Table
            caption={t("workspace:history.title")}
            head={["what", "tool", "when", "cost", "results"].map((name) =>
              t(`workspace:history.${name}`),
            )}
            rows={done.map((job) => [
              <bdi key="title">{job.title}</bdi>,
              toolOf(job),
              whenOf(job),
              job.cost > 0 ? format.number(job.cost) : t("common:cost.free.name"),
              job.results.length > 0
                ? format.number(job.results.length)
                : t("workspace:history.deleted"),
            ])}
          />
        </div>
      )}
      <div className={css["account"]}>
        <p className={css["text"]}>
          {t(loggedIn ? "workspace:history.account" : "workspace:history.noAccount")}
        </p>
        {loggedIn ? (
          <ButtonLink href={pathOf(site, locale.code, "/use-history")}>
            {t("account:menu.history")}
          </ButtonLink>
        ) : (
          <Button
            onClick={() => dialogs.open({ name: "login", why: "workspace:history.noAccount" })}
          >
            {t("account:menu.logIn")}
          </Button>
        )}
      </div>
    </div>
  );
}
