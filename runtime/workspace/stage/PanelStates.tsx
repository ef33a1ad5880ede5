import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { ArcEntry, ArcNotice } from "../../ui/arc/ArcNotice.tsx";
import { StateArc } from "../../ui/arc/StateArc.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { hrefOf } from "../menu/menu.ts";
import { ToolName } from "../../ui/ToolName.tsx";
import css from "./stage.module.css";

/** Number of alternatives to an unavailable tool. */
const MAX_ALTERNATIVES = 8;

/** A placeholder of the size of the panel. */
export function PanelLoading() {
  const t = useT();
  const { files } = useWorkspace();
  // The name of an added file is shown at once.
  const name = useStore(
    files,
    (state) => state.files.find(({ id }) => id === state.selected[0])?.name,
  );
  return (
    <div className={css["loading"]} aria-live="polite">
      <span className="visually-hidden">{t("workspace:panel.loading")}</span>
      {name !== undefined && (
        <p className={css["opening"]}>
          <StateArc state="opening" />
          {t("common:zone.loading", { name })}
        </p>
      )}
      <div className={css["bone"]} data-size="wave" />
      <div className={css["bone"]} data-size="line" />
      <div className={css["bone"]} data-size="line" />
      <div className={css["bone"]} data-size="button" />
    </div>
  );
}

/** The code of a panel could not be loaded. */
export function PanelFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useT();
  return (
    <ArcNotice state={navigator.onLine ? "failed" : "offline"}>
      <ArcEntry
        title={t(navigator.onLine ? "workspace:panel.failed.title" : "common:zone.offline.title")}
        actions={<Button onClick={onRetry}>{t("workspace:retry")}</Button>}
      >
        {t(navigator.onLine ? "workspace:panel.failed.text" : "common:zone.offline.text")}
      </ArcEntry>
    </ArcNotice>
  );
}

/** A panel threw an error; files and queue are not affected. */
export function PanelBroken({
  slug,
  onRetry,
}: {
  /** The tool in which it occurred; switching to another one tries again. */
  readonly slug: string;
  readonly onRetry: () => void;
}) {
  const t = useT();
  const first = useRef(slug);
  useEffect(() => {
    if (first.current !== slug) onRetry();
  }, [slug, onRetry]);
  return (
    <ArcNotice state="failed">
      <ArcEntry
        title={t("workspace:panel.broken.title")}
        actions={<Button onClick={onRetry}>{t("workspace:panel.broken.retry")}</Button>}
      >
        {t("workspace:panel.broken.text")}
      </ArcEntry>
    </ArcNotice>
  );
}

/** The tool is not available yet; alternatives are offered. */
export function PanelBuilding({ tool }: { readonly tool: WorkspaceTool }) {
  const t = useT();
  const { tools } = useWorkspace();
  const ready = tools.filter(({ available }) => available);
  const near = ready.filter(({ group }) => group === tool.group);
  return (
    <div className={css["message"]}>
      <span className={css["hollow"]} aria-hidden="true" />
      <h2 className={css["title"]}>{t("workspace:panel.building.title")}</h2>
      <p>{t("workspace:panel.building.text")}</p>
      {ready.length > 0 && (
        <>
          <p>{t("workspace:panel.building.ready")}</p>
          <ToolLinks tools={[...new Set([...near, ...ready])].slice(0, MAX_ALTERNATIVES)} />
        </>
      )}
    </div>
  );
}

/** The page below the workspace does not belong to a tool. */
export function NoTool() {
  const t = useT();
  const { tools } = useWorkspace();
  const ready = tools.filter(({ available }) => available);
  return (
    <div className={css["message"]}>
      <h2 className={css["title"]}>{t("workspace:panel.none.title")}</h2>
      <p>{t("workspace:panel.none.text")}</p>
      <ToolLinks tools={ready.slice(0, MAX_ALTERNATIVES)} />
    </div>
  );
}

const ToolLinks = ({ tools }: { readonly tools: readonly WorkspaceTool[] }) => (
  <ul className={css["links"]}>
    {tools.map((tool) => (
      <li key={tool.slug}>
        <a href={hrefOf(tool)}>
          <ToolName tool={tool} />
        </a>
      </li>
    ))}
  </ul>
);
