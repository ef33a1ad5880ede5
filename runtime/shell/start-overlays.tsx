import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { startDailyTip } from "../account/store/daily-tip.ts";
import { find } from "../page-scripts/document.ts";
import type { Intent } from "../page-scripts/handover.ts";
import { SHARED } from "../service-worker/message.ts";
import { readPendingStart } from "../workspace/start/pending-start.ts";
import { WORK_KEY } from "../workspace/chip/work.ts";
import type { Application, RunningWorkspace } from "../application/application.ts";
import type { Shell } from "../application/shell.ts";
import { Overlays } from "./Overlays.tsx";
import { OVERLAY_FILES, createApplication } from "./create-application.ts";

export interface RunningOverlays {
  /** Called when another page is shown. */
  onPage(): void;
  intend(intent: Intent): void;
}

/** Starts the overlays: account, dialogs, notices and the workspace. */
export async function startOverlays(shell: Shell): Promise<RunningOverlays> {
  const { locale: code } = shell.router.store.getState().page;
  const [data, locale] = await Promise.all([
    shell.appData(code),
    shell.loadLocale(code),
    shell.loadMessages(code, OVERLAY_FILES),
  ]);
  const application = createApplication(window, shell, data, locale);
  const { dialogs, notices, user } = application;
  const container = document.createElement("div");
  document.body.append(container);
  await new Promise<void>((resolve) =>
    // In slices, so that the browser can respond in between.
    startTransition(() =>
      createRoot(container).render(
        <Overlays application={application} first={locale} onReady={resolve} />,
      ),
    ),
  );
  const running = () => application.workspace.getState();
  shell.overlay = {
    busy: () => running()?.busy() ?? false,
    covered: () => dialogs.getState().stack.length > 0 || (running()?.visible() ?? false),
    onOffline: () => notices.toast("errors:offline", "bad"),
    onHeldBack: () =>
      notices.notify({
        id: "update",
        title: "common:update.ready",
        text: "common:update.waits",
        action: { label: "common:update.load", run: () => location.reload() },
        sticky: true,
      }),
  };
  addEventListener("storage", ({ key }) => user.follow(key));
  addEventListener("online", () => void user.restore());
  startDailyTip(user, notices, {
    now: Date.now,
    isNarrow: () => matchMedia("(width < 44rem)").matches,
    ...workOf(application),
  });
  void user.restore();
  const onPage = (): void => {
    openRequested(application).catch(shell.report);
    resumeStart(application).catch(shell.report);
  };
  onPage();
  // Running jobs and results of this tab are visible on each page (WSP-6).
  if (application.tabStorage.get(WORK_KEY) !== null)
    application.loadWorkspace().catch(shell.report);
  return {
    onPage,
    intend(intent) {
      if (intent.want === "files") void takeFiles(application, intent.files).catch(shell.report);
      else if (intent.what === "workspace") void openWorkspace(application).catch(shell.report);
      else if (intent.what === "login") dialogs.open({ name: "login" });
    },
  };
}

/** Whether a tool with a file is open over the page, with change notification. */
function workOf({ shell, workspace }: Application) {
  return {
    isAtWork(): boolean {
      const running = workspace.getState();
      return running !== null && running.visible() && running.files.getState().files.length > 0;
    },
    onWork(changed: () => void): void {
      const follow = (running: RunningWorkspace | null): void => {
        for (const store of [running?.files, running?.workspace]) store?.subscribe(changed);
        changed();
      };
      workspace.subscribe(follow);
      follow(workspace.getState());
      shell.router.store.subscribe(changed);
    },
  };
}

async function openWorkspace({ loadWorkspace }: Application): Promise<void> {
  const { workspace } = await loadWorkspace();
  workspace.open();
}

/**
 * Runs the pending start of this page, which waited for an account, for credits or for a reload
 * (USR-14).
 */
async function resumeStart({ shell, tabStorage, loadWorkspace }: Application): Promise<void> {
  const pending = readPendingStart(tabStorage, Date.now());
  if (pending?.path !== shell.router.store.getState().page.path) return;
  const running = await loadWorkspace();
  await running.restore();
  running.workspace.open();
  await running.deps.starter.resume();
}

/** Opens the files with which the installed application was opened. */
async function openReceived(application: Application, address: URL, id: string): Promise<void> {
  const { shell, notices } = application;
  const { receiveFiles } = await import("./receive-files.ts").catch((error: unknown) => {
    notices.warn("errors:offline");
    throw error;
  });
  address.searchParams.delete(SHARED);
  shell.router.rewrite(address.href);
  const files = await receiveFiles(window, id);
  if (files.length === 0) return void notices.warn("errors:file.notArrived");
  await takeFiles(application, files);
  // It is below the fold on a phone.
  find("#content [data-file-report]")?.scrollIntoView({ block: "center" });
}

/** Opens the workspace if the URL requests it, or if it was open before (WSP-1, WSP-2). */
async function openRequested(application: Application): Promise<void> {
  const { shell, storage, loadWorkspace } = application;
  const { page, href } = shell.router.store.getState();
  const address = new URL(href);
  const { searchParams } = address;
  const requested =
    searchParams.get("from") === "workspace" ||
    searchParams.get("type") === "history" ||
    searchParams.has("link") ||
    searchParams.has("shared");
  const shared = page.kind === "home" ? searchParams.get(SHARED) : null;
  if (shared !== null) return await openReceived(application, address, shared);
  if (page.kind !== "tool" || (!requested && storage.get("toolkit_open") === null)) return;
  const isFromOutside = searchParams.get("from") === "workspace";
  const { workspace } = await loadWorkspace();
  if (shell.router.store.getState().href !== href) return;
  const query = workspace.arrive(address.search);
  if (query === null) return;
  address.search = query;
  shell.router.rewrite(address.href);
  // The manifest opens projects in the workspace of the editor.
  if (!isFromOutside) return;
  const { openedFiles } = await import("./receive-files.ts");
  const files = await openedFiles(window);
  if (files.length > 0) await takeFiles(application, files);
}

/**
 * Adds files to the tray, and opens the workspace of the page's tool. On pages without a tool,
 * describes the first file and suggests tools.
 */
async function takeFiles(application: Application, files: readonly File[]): Promise<void> {
  try {
    const running = await application.loadWorkspace();
    running.files.add(files, "dropped");
    const reportSlot = find("#content [data-file-report]");
    if (!reportSlot) return await openWorkspace(application);
    (await import("../home-file/show-report.tsx")).showReport(application, reportSlot, files[0]!);
    document.dispatchEvent(new Event("toolkit:taken"));
  } catch (error) {
    application.notices.warn("errors:offline");
    document.dispatchEvent(new Event("toolkit:failed"));
    throw error;
  }
}
