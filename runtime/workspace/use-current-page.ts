import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { useT } from "../i18n/context.tsx";
import type { WorkspaceDeps } from "../contract/context.ts";
import { findItem, HISTORY, leadsTo, leavesOf, menuOf } from "./menu/menu.ts";
import { useTools } from "./own-stores.ts";

export interface CurrentPage {
  readonly tools: readonly WorkspaceTool[];
  /** The tool of the page below the workspace; null on other pages. */
  readonly tool: WorkspaceTool | null;
  readonly items: ReturnType<typeof menuOf>;
  /** Id of the current menu entry. */
  readonly current: string | null;
  readonly heading: string;
  /** Shows the page of a link, whatever is shown over it. */
  readonly showPage: (href: string) => void;
  readonly openEntry: (id: string) => void;
}

/** The page below the workspace, and its tool and menu entry. */
export function useCurrentPage(
  deps: Pick<WorkspaceDeps, "router" | "workspace" | "loadTools" | "report">,
): CurrentPage {
  const t = useT();
  const { router, workspace } = deps;
  const isHistory = useStore(workspace, (state) => state.menu === HISTORY);
  const page = useStore(router.store, (state) => state.page);
  const tools = useTools(deps);
  const slug = page.kind === "tool" ? page.slug : null;
  const tool = tools.find((one) => one.slug === slug) ?? null;
  const items = useMemo(() => menuOf(tools, page.path), [tools, page.path]);
  // Navigation to another page shows it by itself; a link to the present page has to close the
  // history.
  const showPage = (href: string): void => {
    if (leadsTo(href, page.path)) workspace.choose(null);
  };
  useEffect(
    () =>
      router.store.subscribe((state, before) => {
        if (state.page.path !== before.page.path) workspace.choose(null);
      }),
    [router, workspace],
  );
  return {
    tools,
    tool,
    items,
    current: isHistory ? HISTORY : (tool?.menu ?? null),
    heading: isHistory ? t("workspace:menu.history") : page.name || t("workspace:title"),
    showPage,
    openEntry(id) {
      const entry = findItem(items, id);
      if (id === HISTORY) return workspace.choose(HISTORY);
      const href = entry && leavesOf(entry)[0]?.href;
      if (!href) return;
      showPage(href);
      void router.navigate(href);
    },
  };
}
