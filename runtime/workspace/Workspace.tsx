import type { ReactNode } from "react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { useT } from "../i18n/context.tsx";
import type { WorkspaceDeps, WorkspaceValue } from "./contract/context.ts";
import { WorkspaceContext } from "./contract/context.ts";
import { FilePicker } from "./tray/FilePicker.tsx";
import { useIntake } from "./tray/intake.ts";
import { KeyboardContext } from "./contract/use-shortcut.ts";
import { useMedia, NARROW } from "./media.ts";
import { findItem, HISTORY, leadsTo, leavesOf, menuOf } from "./menu/menu.ts";
import { createOwnStores, useTools } from "./own-stores.ts";
import { PaneBar } from "./PaneBar.tsx";
import { usePanes } from "./panes.ts";
import { Queue } from "./queue/Queue.tsx";
import { Shortcuts } from "./keyboard/Shortcuts.tsx";
import { SideMenu } from "./menu/SideMenu.tsx";
import { Stage } from "./stage/Stage.tsx";
import { useTheme, useThemeAbove } from "./theme.ts";
import { TopBar } from "./TopBar.tsx";
import { Tray } from "./tray/Tray.tsx";
import { useKeys, useLayer, useLinks } from "./workspace-layer.ts";
import css from "./workspace.module.css";
import { WorkspaceKeys } from "./keyboard/WorkspaceKeys.tsx";
import type { FileOrigin } from "./contract/file.ts";

interface WorkspaceProps {
  readonly deps: WorkspaceDeps;
  /** The account's menu. */
  readonly account: ReactNode;
}

/**
 * The workspace: a full-screen layer over the page of a tool, there as long as it is rendered (WSP-1).
 * Links in it change the page below; files, queue and panel stay.
 */
export default function Workspace({ deps, account }: WorkspaceProps) {
  const t = useT();
  const { router, files, workspace, recorder, notices } = deps;
  const [root, setRoot] = useState<HTMLDialogElement | null>(null);
  const [own] = useState(() => createOwnStores(deps, window));
  const { keyboard, preview } = own;
  const narrow = useMedia(NARROW);
  const theme = useTheme();
  const collapsed = useStore(workspace, (state) => state.collapsed) && !narrow;
  const isHistory = useStore(workspace, (state) => state.menu === HISTORY);
  const page = useStore(router.store, (state) => state.page);
  const tools = useTools(deps);
  const { sheet, setSheet, go, closeSheet } = usePanes(root, narrow);
  const [keys, setKeys] = useState(false);
  const [said, setSaid] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  useLayer(root);
  useKeys(root, keyboard);
  useThemeAbove(root, theme);

  const slug = page.kind === "tool" ? page.slug : null;
  const tool = tools.find((one) => one.slug === slug) ?? null;
  const items = useMemo(() => menuOf(tools, page.path), [tools, page.path]);
  const current = isHistory ? HISTORY : (tool?.menu ?? null);
  const heading = isHistory ? t("workspace:menu.history") : page.name || t("workspace:title");

  // A page that comes is shown, whatever was shown before it; one that is there comes by its link.
  const showPage = (href: string): void => {
    if (leadsTo(href, page.path)) workspace.choose(null);
  };
  useLinks(root, showPage);
  useEffect(
    () =>
      router.store.subscribe((state, before) => {
        if (state.page.path !== before.page.path) workspace.choose(null);
      }),
    [router, workspace],
  );

  const say = useCallback((text: string): void => {
    // The same words twice are said twice.
    setSaid((before) => (before === text ? `${text}\u00a0` : text));
  }, []);
  const take = useCallback(
    (given: readonly File[], origin: FileOrigin): void => {
      if (given.length === 0) return;
      files.add(given, origin);
      say(t("workspace:tray.added", { count: given.length }));
    },
    [files, say, t],
  );
  const choose = useCallback(() => picker.current?.click(), []);
  const record = useCallback((): void => {
    preview.stop();
    setSheet("files");
    void recorder.start();
  }, [preview, recorder, setSheet]);
  const over = useIntake(root, {
    onFiles: take,
    onError: () => notices.warn("errors:file.unreadable"),
  });

  useEffect(
    () => () => {
      preview.stop();
      // Nobody is recorded without seeing it: what has been said joins the tray.
      void recorder.stop();
    },
    [preview, recorder],
  );
  // The first heading has the focus, and says itself.
  const announced = useRef(heading);
  useEffect(() => {
    if (announced.current !== heading) say(heading);
    announced.current = heading;
  }, [heading, say]);

  const value = useMemo(
    (): WorkspaceValue => ({
      ...deps,
      ...own,
      tools,
      tool,
      narrow,
      choose,
      record,
      go,
      say,
    }),
    [deps, own, tools, tool, narrow, choose, record, go, say],
  );
  const close = (): void => workspace.close();
  const openEntry = (id: string): void => {
    const entry = findItem(items, id);
    if (id === HISTORY) return workspace.choose(HISTORY);
    const href = entry && leavesOf(entry)[0]?.href;
    if (!href) return;
    showPage(href);
    void router.navigate(href);
  };

  return (
    <WorkspaceContext value={value}>
      <KeyboardContext value={keyboard}>
        <dialog
          ref={setRoot}
          className={css["workspace"]}
          aria-label={t("workspace:title")}
          data-theme={theme}
          data-collapsed={collapsed || undefined}
          // A step back is one in the history, and does not ask to close.
          closedby="none"
        >
          <TopBar
            heading={heading}
            account={account}
            onKeys={() => setKeys(true)}
            onClose={close}
          />
          <div className={css["body"]}>
            <div
              className={css["side"]}
              data-pane="menu"
              data-hidden={(narrow && sheet !== "menu") || undefined}
              tabIndex={-1}
            >
              <SideMenu items={items} current={current} onChosen={() => sheet && go("panel")} />
            </div>
            <Stage
              item={current === null ? null : findItem(items, current)}
              covered={sheet !== null}
            />
            <div className={css["desk"]}>
              <Tray hidden={narrow && sheet !== "files"} />
              <Queue hidden={narrow && sheet !== "queue"} />
            </div>
          </div>
          {narrow && (
            <PaneBar open={sheet} onToggle={(pane) => (sheet === pane ? closeSheet() : go(pane))} />
          )}
          {over && (
            <div className={css["over"]} aria-hidden="true">
              <p>{t("common:zone.over")}</p>
            </div>
          )}
          <FilePicker ref={picker} onFiles={(given) => take(given, "picked")} />
          <div className="visually-hidden" aria-live="polite" aria-atomic="true">
            {said}
          </div>
          {keys && <Shortcuts onClose={() => setKeys(false)} />}
          <WorkspaceKeys
            onHelp={() => setKeys(true)}
            onEntry={openEntry}
            onClose={sheet === null ? close : closeSheet}
          />
        </dialog>
      </KeyboardContext>
    </WorkspaceContext>
  );
}
