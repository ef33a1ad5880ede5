import { createModelCache } from "../audio/models/model-shelf.ts";
import { createModelStore } from "../audio/worker/models/model-store.ts";
import { createPanelRegistry, panelModules } from "../panels/registry.ts";
import { createResourceDownload } from "../services/resource-download.ts";
import type { WorkspaceDeps } from "../workspace/contract/context.ts";
import { createWorkspaceParts } from "../workspace/workspace-parts.ts";
import { createJobStarter } from "../workspace/start/job-starter.ts";
import { isShown, uncover } from "../workspace/panes.ts";
import Workspace from "../workspace/Workspace.tsx";
import type { Application, RunningWorkspace } from "./context/application.ts";
import type { Job } from "../workspace/contract/job.ts";
import type { WorkspaceEvent } from "../workspace/contract/event.ts";

/** Message files of the workspace and of what panels are made of. */
const FILES = ["workspace", "panel-kit"];

type BrowserWindow = Window & typeof globalThis;

/** Makes the workspace of a document, whether or not it is shown, and brings back what was kept. */
export async function startWorkspace(
  application: Application,
  window: BrowserWindow,
): Promise<RunningWorkspace> {
  const { shell, data, storage, notices, dialogs, user } = application;
  const { router, report, track } = shell;
  const languageOf = (code: string) => data.site.locales.find((locale) => locale.code === code)!;
  const code = router.store.getState().page.locale;
  const messages = await shell.loadMessages(code, FILES);
  for (const file of FILES) application.files.add(file);
  const registry = createPanelRegistry({
    modules: panelModules(),
    fallback: languageOf(data.site.defaultLocale),
    addMessages: (language, file, tree) => messages.add(language, file, tree),
  });
  const parts = createWorkspaceParts(window, {
    storage,
    ledger: user,
    loadRunner: (panel) => registry.loadRunner(panel),
    nameRecording(date) {
      const { t, locale } = application.locale();
      const format = new Intl.DateTimeFormat(locale.language, {
        dateStyle: "medium",
        timeStyle: "medium",
      });
      return t("workspace:recorder.name", { date: format.format(date) });
    },
    onEvent: (event) => tellOf(event),
    report,
  });
  const models = createModelCache({
    // Nothing can be kept at addresses without a certificate.
    models: window.isSecureContext ? data.models : [],
    store: createModelStore(window.caches),
    fetch: (url, init) => window.fetch(url, init),
    digest: (bytes) => window.crypto.subtle.digest("SHA-256", bytes),
    locks: window.navigator.locks,
    report,
  });
  const { files, jobs, recorder, workspace } = parts;
  const starter = createJobStarter({
    jobs,
    files,
    user,
    dialogs,
    storage: application.tabStorage,
    dailyCredits: data.dailyCredits,
    path: () => router.store.getState().page.path,
    now: Date.now,
    report,
  });
  const visible = (): boolean =>
    workspace.visible(router.store.getState().page.kind, user.getState().token !== null);

  const open = {
    label: "workspace:event.open",
    run() {
      workspace.open();
      window.requestAnimationFrame(() => uncover(window.document, "queue"));
    },
  };
  /** Credits that come where their lack is told start what wanted them. */
  function awaitCredits({ id, error }: Job): void {
    if (error?.code !== "api.not_enough_credits") return;
    const needed = Number(error.params["needed"]);
    dialogs.open({ name: "insufficient", needed }, () => jobs.retry(id));
  }
  /** Where the queue can be seen, it says how a job ended; a result is in the panel of its tool. */
  function isSeen(kind: WorkspaceEvent["kind"], job: Job): boolean {
    if (!visible() || window.document.hidden) return false;
    const { page } = router.store.getState();
    const isHere = page.kind === "tool" && page.slug === job.tool;
    return (
      isShown(window.document, "queue") ||
      (kind === "jobDone" && isHere && isShown(window.document, "panel"))
    );
  }
  function tellOf(event: WorkspaceEvent): void {
    switch (event.kind) {
      case "filesAdded":
        return track("files_added");
      case "storageFull":
      case "storageBlocked":
        notices.notify({
          id: event.kind,
          text: `workspace:event.${event.kind}`,
          weight: "attention",
          sticky: true,
        });
        return;
      case "recordingsFound":
      case "jobsInterrupted":
        notices.notify({
          id: event.kind,
          text: { key: `workspace:event.${event.kind}`, params: { count: event.count } },
          action: open,
          sticky: true,
        });
        return;
      case "jobStarted":
        return track("job_started");
      case "jobDone":
      case "jobFailed":
        track(event.kind === "jobDone" ? "job_done" : "job_failed");
        if (event.kind === "jobFailed") {
          models.refresh();
          awaitCredits(event.job);
        }
        if (isSeen(event.kind, event.job)) return;
        notices.notify({
          text: {
            key: `workspace:event.${event.job.unchanged === null ? event.kind : "jobUnchanged"}`,
            params: { title: event.job.title },
          },
          weight: event.kind === "jobDone" ? "good" : "bad",
          action: open,
        });
        return;
      case "jobCancelled":
        return;
      case "queueEmpty":
        if (window.document.hidden) notices.notify({ text: "workspace:event.queueEmpty" });
    }
  }

  const download = createResourceDownload({
    document: window.document,
    fetch: (input, init) => window.fetch(input, init),
    urls: window.URL,
    setTimer: (work, ms) => {
      const timer = window.setTimeout(work, ms);
      return () => window.clearTimeout(timer);
    },
    resources: data.services.resources,
  });
  const saveCopy = (file: Blob, filename: string): Promise<boolean> =>
    new Promise((resolve) => {
      let saved = true;
      void download({
        source: file,
        filename,
        onError: () => (saved = false),
        onComplete: () => resolve(saved),
      });
    });
  const deps: WorkspaceDeps = {
    router,
    files,
    jobs,
    starter,
    recorder,
    workspace,
    models,
    user,
    dialogs,
    notices,
    storage,
    loadTools: async (locale) => (await shell.appData(locale)).tools,
    loadPanel: (panel, locale) => registry.loadPanel(panel, languageOf(locale)),
    async save(file, filename) {
      const saved = await saveCopy(file, filename);
      if (saved) track("result_saved");
      return saved;
    },
    saveCopy,
    track,
    report,
  };
  // Stages and errors of jobs are shown where their panels are not.
  const worded = new Set<string>();
  const wordPanels = (): void => {
    const { locale } = router.store.getState().page;
    for (const { panel } of jobs.getState().jobs) {
      const name = `${panel} ${locale}`;
      if (worded.has(name)) continue;
      worded.add(name);
      registry.loadMessages(panel, languageOf(locale)).catch(report);
    }
  };
  jobs.subscribe(wordPanels);
  router.store.subscribe((state, before) => {
    if (state.page.locale !== before.page.locale) wordPanels();
  });
  void parts.restore();
  return { ...parts, Workspace, deps, visible };
}
