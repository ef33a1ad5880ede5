import { createSha256 } from "../../audio/models/create-sha256.ts";
import { createModelCache } from "../../audio/models/model-cache.ts";
import { createHosted } from "./create-hosted.ts";
import { createOpenServers, createServers } from "./create-servers.ts";
import { createLinks } from "./create-links.ts";
import { waitFor } from "../../services/wait-for.ts";
import { createModelStore } from "../../audio/worker/models/model-store.ts";
import { createPanelRegistry, panelModules } from "../../panels/registry.ts";
import type { WorkspaceDeps } from "../../contract/context.ts";
import { createModelDelivery } from "../../workspace/queue/deliver-model.ts";
import { createWorkspaceParts } from "../../workspace/workspace-parts.ts";
import { createJobStarter } from "../../workspace/start/job-starter.ts";
import { uncover } from "../../workspace/panes.ts";
import { createWorkStore } from "../../workspace/chip/work.ts";
import Workspace from "../../workspace/Workspace.tsx";
import type { Application, RunningWorkspace } from "../../application/application.ts";
import { exceptFaults } from "../../contract/fault.ts";
import type { Job } from "../../contract/job.ts";
import { createEventReporter } from "./report-events.ts";
import { createLanguageLoader } from "./create-language-loader.ts";
import { createRate } from "./create-rate.ts";
import { createShareEpisode } from "./create-share-episode.ts";
import { createSave } from "./create-save.ts";
import { loadJobMessages } from "./load-job-messages.ts";
import { openJob } from "./open-job.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import type { ModelCache } from "../../contract/models.ts";
import type { WorkspaceEvent } from "../../contract/event.ts";

/** Message files of the workspace and of the panel kit. */
const FILES = ["workspace", "panel-kit"];

type BrowserWindow = Window & typeof globalThis;

/** Notifies the workspace and the tray when the visitor leaves a page. */
function reportPages(
  { store }: Application["shell"]["router"],
  { workspace, files }: Pick<WorkspaceDeps, "workspace" | "files">,
): void {
  store.subscribe(({ page }, before) => {
    if (page.path === before.page.path) return;
    workspace.leavePage();
    if (before.page.kind === "tool") files.clearAdded();
  });
}
/** Studio models of the site, and the parts of them that are stored on the device. */
const modelCacheOf = (
  window: BrowserWindow,
  models: readonly OfferedModel[],
  report: (error: unknown) => void,
): ModelCache =>
  createModelCache({
    // Nothing can be kept at addresses without a certificate.
    models: window.isSecureContext ? models : [],
    store: createModelStore(window.caches),
    fetch: (url, init) => window.fetch(url, init),
    createHash: createSha256,
    locks: window.navigator.locks,
    now: () => performance.now(),
    wait: waitFor,
    report,
  });

/** Creates the workspace of a document, shown or not, and restores stored data. */
export async function startWorkspace(
  application: Application,
  window: BrowserWindow,
): Promise<RunningWorkspace> {
  const { shell, data, storage, notices, dialogs, user } = application;
  const { router, track } = shell;
  const report = exceptFaults(shell.report);
  const languageOf = (code: string) => data.site.locales.find((locale) => locale.code === code)!;
  const code = router.store.getState().page.locale;
  const messages = await shell.loadMessages(code, FILES);
  for (const file of FILES) application.files.add(file);
  const registry = createPanelRegistry({
    modules: panelModules(),
    fallback: languageOf(data.site.defaultLocale),
    addMessages: (language, file, tree) => messages.add(language, file, tree),
  });
  let reportEvent: (event: WorkspaceEvent) => void = () => {};
  const models = modelCacheOf(window, data.models, report);
  const parts = createWorkspaceParts(window, {
    storage,
    tabStorage: application.tabStorage,
    ledger: user,
    account: () => user.getState().userId,
    onAccount: (listener) =>
      void user.subscribe(({ userId }, before) => void (userId !== before.userId && listener())),
    links: createLinks(application, window),
    hosted: createHosted(application, window),
    openEngine: async () => (await import("../../audio/shared-engine.ts")).sharedEngine(),
    openServerEngine: createOpenServers(application, window),
    deliverModel: createModelDelivery(models),
    loadRunner: (panel) => registry.loadRunner(panel),
    nameRecording(date) {
      const { t, locale } = application.locale();
      const format = new Intl.DateTimeFormat(locale.language, {
        dateStyle: "medium",
        timeStyle: "medium",
      });
      return t("workspace:recorder.name", { date: format.format(date) });
    },
    onEvent: (event) => reportEvent(event),
    report,
  });
  const { jobs, workspace } = parts;
  const starter = createJobStarter({
    ...parts,
    user,
    dialogs,
    storage: application.tabStorage,
    dailyCredits: data.dailyCredits,
    path: () => router.store.getState().page.path,
    now: Date.now,
    onInterrupted: () =>
      notices.notify({ text: "workspace:start.interrupted", weight: "attention", sticky: true }),
    report,
  });
  const visible = (): boolean =>
    workspace.visible(router.store.getState().page.kind, user.getState().token !== null);
  const open = (job: Pick<Job, "tool" | "fileIds">): void =>
    void openJob(shell, parts, job).catch(report);
  reportEvent = createEventReporter({
    ...application,
    document: window.document,
    jobs,
    starter,
    models,
    visible,
    open,
    openQueue: () => openQueue(workspace, window),
  });
  const work = createWorkStore({ jobs, storage: application.tabStorage, now: Date.now });
  reportPages(router, parts);
  const deps: WorkspaceDeps = {
    ...parts,
    router,
    starter,
    models,
    user,
    dialogs,
    notices,
    storage,
    servers: createServers(application),
    speech: data.speech,
    translation: data.translation,
    ...createLanguageLoader(application, window),
    loadTools: async (locale) => (await shell.appData(locale)).tools,
    loadPanel: (panel, locale) => registry.loadPanel(panel, languageOf(locale)),
    ...createSave(application, window),
    rate: createRate(application, window),
    ...createShareEpisode(application, window),
    track,
    report,
  };
  loadJobMessages(
    jobs,
    router,
    (panel, locale) => void registry.loadMessages(panel, languageOf(locale)).catch(report),
  );
  void parts.restore();
  return { ...parts, Workspace, deps, work, openJob: open, visible };
}

/** Opens the workspace with its queue expanded. */
function openQueue(workspace: RunningWorkspace["workspace"], window: BrowserWindow): void {
  workspace.open();
  window.requestAnimationFrame(() => uncover(window.document, "queue"));
}
