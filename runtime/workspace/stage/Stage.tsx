import { type ContextType, useState } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { ActionBarContext } from "../../contract/action-bar.ts";
import { useWorkspace } from "../../contract/context.ts";
import { History } from "../queue/History.tsx";
import { type MenuItem, HISTORY } from "../menu/menu.ts";
import { ActionBar } from "./ActionBar.tsx";
import { PanelHost } from "./PanelHost.tsx";
import { NoTool } from "./PanelStates.tsx";
import css from "./stage.module.css";
import { ToolFactLine } from "./ToolFactLine.tsx";
import { ToolPrice } from "./ToolPrice.tsx";
import { ToolTabs } from "./ToolTabs.tsx";

/** The main pane: the panel of a tool, or the history. */
export function Stage({
  item,
  covered,
}: {
  /** The current menu entry. */
  readonly item: MenuItem | null;
  /** Whether another pane is shown over it. */
  readonly covered: boolean;
}) {
  const t = useT();
  const { router, files, tool, tools } = useWorkspace();
  const hasFile = useStore(files, (state) => state.selected.length > 0);
  const pending = useStore(router.store, (state) => state.pending !== null);
  const [regions, setRegions] = useState<ContextType<typeof ActionBarContext>>(null);
  const isHistory = item?.id === HISTORY;
  const isTool = !isHistory && tool !== null;
  return (
    <section
      className={css["stage"]}
      data-pane="panel"
      // The initial focus is on the tool, not on the menu before it.
      data-autofocus=""
      tabIndex={-1}
      aria-label={isHistory ? t("workspace:menu.history") : (tool?.name ?? t("workspace:title"))}
      aria-busy={pending}
      data-covered={covered || undefined}
      aria-hidden={covered || undefined}
    >
      <div className={css["scroll"]}>
        {isTool && item && item.tools.length > 1 && <ToolTabs item={item} current={tool.slug} />}
        <div className={css["content"]}>
          {isHistory && <History />}
          {isTool && (
            <ActionBarContext value={regions}>
              {/* With a file the tool gets the space; the action bar shows the cost. */}
              {!(hasFile && tool.available) && <ToolFactLine tool={tool} />}
              <PanelHost tool={tool} />
            </ActionBarContext>
          )}
          {!isHistory && !tool && tools.length > 0 && <NoTool />}
        </div>
      </div>
      {isTool && tool.available && (
        <ActionBar onReady={setRegions}>
          <ToolPrice cost={tool.cost} />
        </ActionBar>
      )}
    </section>
  );
}
