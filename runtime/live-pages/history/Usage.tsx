import { useCallback, useRef, useState } from "react";
import { useStore } from "zustand";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { pathOf } from "#core/site/site.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { type Text, formatText } from "../../notices/notices.ts";
import { errorText } from "../../account/store/user.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Select } from "../../ui/field/Field.tsx";
import css from "../parts/account-pages.module.css";
import { ListProblem, Pager } from "../parts/Pager.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { UsageTable } from "./UsageTable.tsx";
import { usePages } from "../parts/use-pages.ts";
import { useTools } from "./use-tools.ts";

const PAGE_SIZE = 20;
const NONE: ReadonlySet<string> = new Set();

/**
 * Runs that used credits, in pages, with the tool of each; the visitor can delete them (USR-12).
 */
export function Usage() {
  const { t } = useLocale();
  const { user, dialogs, notices } = useApplication();
  const records = useStore(user, (state) => state.historyUsage);
  const tools = useTools();
  const [tool, setTool] = useState("");
  const [marked, setMarked] = useState(NONE);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | null>(null);
  const count = useRef<HTMLParagraphElement>(null);
  const load = useCallback(
    (page: number, signal: AbortSignal) =>
      user.loadUsage({ page, pageSize: PAGE_SIZE, ...(tool !== "" && { tool }) }, signal),
    [user, tool],
  );
  const pages = usePages(load, PAGE_SIZE);
  // Only visible entries can be selected.
  const ids = records.filter(({ id }) => marked.has(id)).map(({ id }) => id);

  const remove = async (): Promise<void> => {
    const isMeant = await dialogs.ask({
      name: "confirm",
      title: { key: "pages:history.delete.title", params: { count: ids.length } },
      text: "pages:history.delete.text",
      yes: "pages:history.delete.yes",
      danger: true,
    });
    if (!isMeant) return;
    setBusy(true);
    setProblem(null);
    try {
      await user.deleteUsage(ids);
      setMarked(NONE);
      notices.toast({ key: "pages:history.delete.done", params: { count: ids.length } }, "good");
      pages.again();
      // The button that had the focus is disabled now.
      count.current?.focus();
    } catch (error) {
      setProblem(errorText(error, "errors:http.other"));
    } finally {
      setBusy(false);
    }
  };
  const choose = (slug: string): void => {
    setTool(slug);
    setMarked(NONE);
    pages.go(1);
  };
  if (pages.total === null && pages.busy) return <Skeleton />;
  if (pages.total === 0 && tool === "" && !pages.busy) return <NothingYet tools={tools} />;
  return (
    <div className={css["stack"]} aria-busy={pages.busy}>
      <div className={css["tools"]}>
        <Select
          label={t("pages:history.filter")}
          value={tool}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{t("pages:history.all")}</option>
          {tools
            .filter(({ cost }) => cost !== "free")
            .map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
        </Select>
        <p ref={count} tabIndex={-1} className={css["count"]} aria-live="polite">
          {pages.total !== null && t("pages:history.runs", { count: pages.total })}
        </p>
        <Button
          look="danger"
          busy={busy}
          disabled={ids.length === 0}
          onClick={() => {
            if (!busy) void remove();
          }}
        >
          {ids.length === 0
            ? t("pages:history.delete.open")
            : t("pages:history.delete.some", { count: ids.length })}
        </Button>
      </div>
      <p className={css["problem"]} role="alert">
        {problem && formatText(problem, t)}
      </p>
      <ListProblem pages={pages} />
      {pages.total === 0 ? (
        <p>{t("pages:history.noneOfTool")}</p>
      ) : (
        <UsageTable records={records} tools={tools} marked={marked} onMark={setMarked} />
      )}
      <Pager pages={pages} label={t("pages:history.label")} />
    </div>
  );
}

/** What a job in the list looks like, as a picture: it is neither read nor operated. */
function Example({ tools }: { readonly tools: readonly WorkspaceTool[] }) {
  const { t } = useLocale();
  const [now] = useState(() => Date.now() / 1000);
  const tool = tools.find(({ cost, available }) => cost === 1 && available);
  if (!tool) return null;
  const job = { id: "", tool: tool.slug, seconds: 190, cost: 4, created_at: now };
  return (
    <figure className={css["example"]}>
      <figcaption>{t("pages:history.empty.example")}</figcaption>
      <div inert aria-hidden="true">
        <UsageTable
          records={[{ ...job, state: "settled" }]}
          tools={tools}
          marked={NONE}
          onMark={() => {}}
        />
      </div>
    </figure>
  );
}

function NothingYet({ tools }: { readonly tools: readonly WorkspaceTool[] }) {
  const { site, locale, t } = useLocale();
  return (
    <div className={css["stack"]}>
      <h2>{t("pages:history.empty.title")}</h2>
      <p>{t("pages:history.empty.text")}</p>
      <Example tools={tools} />
      <div className={css["row"]}>
        <ButtonLink look="primary" href={pathOf(site, locale.code, "/")}>
          {t("pages:account.home")}
        </ButtonLink>
      </div>
    </div>
  );
}
