import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { useT } from "../i18n/context.tsx";
import { type WorkspaceDeps, type WorkspaceValue, WorkspaceContext } from "../contract/context.ts";
import { FilePicker } from "./tray/FilePicker.tsx";
import { useIntake } from "./tray/intake/intake.ts";
import { useTakeFiles } from "./tray/intake/use-take-files.ts";
import { KeyboardContext } from "../contract/shortcuts/use-shortcut.ts";
import { NARROW, useCollapsed, useMedia } from "./media.ts";
import { type MenuItem, findItem, HISTORY } from "./menu/menu.ts";
import { createOwnStores } from "./own-stores.ts";
import { PaneBar } from "./PaneBar.tsx";
import { usePanes } from "./panes.ts";
import { Queue } from "./queue/Queue.tsx";
import { Rail } from "./Rail.tsx";
import { Shortcuts } from "./keyboard/Shortcuts.tsx";
import { SideMenu } from "./menu/SideMenu.tsx";
import { Stage } from "./stage/Stage.tsx";
import { TopBar } from "./TopBar.tsx";
import { Tray } from "./tray/Tray.tsx";
import { useAnnouncement } from "./use-announcement.ts";
import { type CurrentPage, useCurrentPage } from "./use-current-page.ts";
import { useKeys, useLayer, useLinks } from "./workspace-layer.ts";
import { ZoneEdge } from "../ui/DropZone.tsx";
import css from "./workspace.module.css";
import { WorkspaceKeys } from "./keyboard/WorkspaceKeys.tsx";

interface WorkspaceProps {
  readonly deps: WorkspaceDeps;
  /** Account menu; null if the site has no accounts. */
  readonly account: ReactNode;
}

/** The history of used credits needs an account. */
const entriesFor = (items: readonly MenuItem[], hasAccounts: boolean): readonly MenuItem[] =>
  hasAccounts ? items : items.filter(({ id }) => id !== HISTORY);

/**
 * The workspace: a full-screen layer over the page of a tool, open as long as it is mounted
 * (WSP-1). Its links change the page below; files, queue and panel stay.
 */
export default function Workspace({ deps, account }: WorkspaceProps) {
  const t = useT();
  const { files, workspace, recorder, notices } = deps;
  const [root, setRoot] = useState<HTMLDialogElement | null>(null);
  const [own] = useState(() => createOwnStores(deps, window));
  const { keyboard, preview } = own;
  const narrow = useMedia(NARROW);
  const collapsed = useCollapsed(useStore(workspace, (state) => state.collapsed));
  const { tools, tool, items, current, heading, showPage, openEntry } = useCurrentPage(deps);
  const panes = usePanes(root, { narrow, workspace, files });
  const { sheet, setSheet, go, closeSheet } = panes;
  const [keys, setKeys] = useState(false);
  const [announcement, say] = useAnnouncement(heading);
  const picker = useRef<HTMLInputElement>(null);
  useLayer(root);
  useKeys(root, keyboard);

  useLinks(root, showPage);

  const take = useTakeFiles(files, root, say);
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
      // Recording never continues invisibly; the recording so far is added to the tray.
      void recorder.stop();
    },
    [preview, recorder],
  );
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
  const hasAccounts = account !== null;
  const entries = useMemo(() => entriesFor(items, hasAccounts), [items, hasAccounts]);
  const close = useCallback((): void => workspace.close(), [workspace]);
  const showKeys = useCallback((): void => setKeys(true), []);
  return (
    <WorkspaceContext value={value}>
      <KeyboardContext value={keyboard}>
        <dialog
          ref={setRoot}
          className={css["workspace"]}
          aria-label={t("workspace:title")}
          data-collapsed={collapsed || undefined}
          data-folded={panes.folded || undefined}
          // The back button navigates in the history and must not close the dialog.
          closedby="none"
        >
          <TopBar heading={heading} account={account} onKeys={showKeys} onClose={close} />
          <Body {...{ items: entries, current, panes, narrow, collapsed }} />
          {narrow && (
            <PaneBar open={sheet} onToggle={(pane) => (sheet === pane ? closeSheet() : go(pane))} />
          )}
          {over && (
            <div className={css["over"]} data-over="" aria-hidden="true">
              <ZoneEdge />
              <p>{t("common:zone.over")}</p>
            </div>
          )}
          <FilePicker ref={picker} onFiles={(given) => take(given, "picked")} />
          <div className="visually-hidden" aria-live="polite" aria-atomic="true">
            {announcement}
          </div>
          {keys && <Shortcuts onClose={() => setKeys(false)} />}
          <WorkspaceKeys
            onHelp={showKeys}
            onEntry={openEntry}
            onClose={sheet === null ? close : closeSheet}
          />
        </dialog>
      </KeyboardContext>
    </WorkspaceContext>
  );
}

/** Menu, panel, files and queue: side by side, or one at a time on narrow screens. */
function Body({
  items,
  current,
  panes: { shown: sheet, go, folded },
  narrow,
  collapsed,
}: Pick<CurrentPage, "items" | "current"> & {
  readonly panes: ReturnType<typeof usePanes>;
  readonly narrow: boolean;
  readonly collapsed: boolean;
}) {
  return (
    <div className={css["body"]}>
      <div
        className={css["side"]}
        data-pane="menu"
        data-hidden={(narrow && sheet !== "menu") || undefined}
        tabIndex={-1}
      >
        <SideMenu items={items} current={current} collapsed={collapsed} />
      </div>
      <Stage item={current === null ? null : findItem(items, current)} covered={sheet !== null} />
      {folded && <Rail onOpen={go} />}
      <div className={css["desk"]}>
        <Tray hidden={folded || (narrow && sheet !== "files")} />
        <Queue hidden={folded || (narrow && sheet !== "queue")} />
      </div>
    </div>
  );
}
