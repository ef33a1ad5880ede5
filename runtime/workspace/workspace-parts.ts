import { createFilesStore } from "./tray/files.ts";
import type { DeliverModel } from "./queue/deliver-model.ts";
import { purgedJob } from "./queue/servers/on-servers.ts";
import type { RunDeps } from "./queue/job-run.ts";
import { createJobsStore } from "./queue/jobs.ts";
import type { KeyValue } from "../services/storage.ts";
import { createWorkspaceStore } from "./workspace-store.ts";
import { probeFile } from "./tray/probe/probe.ts";
import { recoverRecordings } from "./recorder/chunk-store.ts";
import { createRecorder } from "./recorder/recorder.ts";
import type { JobRunner } from "../contract/job-runner.ts";
import { createTabChannel } from "./session/channel.ts";
import type { Hosted } from "../contract/hosted.ts";
import type { Links } from "../contract/links.ts";
import { type Ledger, createCredits } from "./queue/credits.ts";
import { openDatabase } from "./session/database.ts";
import { describeError } from "../contract/describe-error.ts";
import { hashInput } from "./queue/hash-input.ts";
import { guardLeaving } from "./leave-guard.ts";
import { createLevelMeter } from "./recorder/level-meter.ts";
import { openOpfs } from "./session/bytes/opfs.ts";
import {
  createChannelPresence,
  createLockPresence,
  createLonePresence,
} from "./session/presence.ts";
import { type Session, createSession } from "./session/session.ts";
import { tidy } from "./session/tidy.ts";
import type { FilesStore } from "../contract/file.ts";
import type { JobsStore } from "../contract/job.ts";
import type { WorkspaceEvent } from "../contract/event.ts";
import type { WorkspaceStore } from "../contract/workspace-store.ts";
import type { Recorder } from "../contract/recorder.ts";

const NAME = "toolkit-workspace";

export interface WorkspaceParts {
  readonly files: FilesStore;
  readonly jobs: JobsStore;
  readonly recorder: Recorder;
  readonly workspace: WorkspaceStore;
  readonly links: Links;
  readonly hosted: Hosted;
  /** Loads the stored state. Never rejects. */
  restore(): Promise<void>;
  /** Whether data would be lost if the document were closed now. */
  busy(): boolean;
}

export interface WorkspacePartsDeps {
  readonly storage: KeyValue;
  /** Values that last as long as the tab. */
  readonly tabStorage: KeyValue;
  readonly ledger: Ledger;
  /** Id of the account that is signed in; null if none is. */
  readonly account: () => string | null;
  /** Calls a listener when another account is signed in, or none any more. */
  readonly onAccount: (listener: () => void) => void;
  readonly links: Links;
  readonly hosted: Hosted;
  readonly openEngine: RunDeps["openEngine"];
  readonly openServerEngine: RunDeps["openServerEngine"];
  readonly deliverModel: DeliverModel;
  readonly loadRunner: (panel: string) => Promise<JobRunner>;
  /**
   * File name of a recording without extension, in the page's language. @param date epoch
   * milliseconds
   */
  readonly nameRecording: (date: number) => string;
  readonly onEvent: (event: WorkspaceEvent) => void;
  readonly report: (error: unknown) => void;
}

type BrowserWindow = Window & typeof globalThis;
type SetTimer = (work: () => void, ms: number) => () => void;

const timerOf =
  (window: BrowserWindow): SetTimer =>
  (work, ms) => {
    const timer = window.setTimeout(work, ms);
    return () => window.clearTimeout(timer);
  };

/** The session of a window; nothing is opened before it is needed. */
function sessionOf(window: BrowserWindow, report: (error: unknown) => void): Session {
  const { navigator } = window;
  const setTimer = timerOf(window);
  const { signal } = new AbortController();
  const tab = [...window.crypto.getRandomValues(new Uint32Array(3))]
    .map((part) => part.toString(36))
    .join("");
  // Old browsers and insecure contexts lack some of them.
  const { locks, storage } = navigator as Partial<Pick<Navigator, "locks" | "storage">>;
  const wire = "BroadcastChannel" in window ? new window.BroadcastChannel(NAME) : null;
  const channel = createTabChannel(wire);
  return createSession({
    tab,
    openDatabase: () =>
      openDatabase({
        name: NAME,
        onChange: (store, ids) => channel.post({ kind: "changed", store, ids }),
      }),
    async openFiles() {
      if (!storage?.getDirectory) throw new DOMException("No file system", "NotSupportedError");
      return openOpfs({
        storage,
        // Written inline so that the bundler recognizes it.
        createWorker: () =>
          new Worker(new URL("./session/bytes/opfs-worker.ts", import.meta.url), {
            type: "module",
          }),
        report,
      });
    },
    openPresence: async () => {
      if (locks) return createLockPresence(locks, { tab, signal });
      if (wire) return createChannelPresence({ tab, signal, channel: wire, setTimer });
      return createLonePresence(tab);
    },
    storage: storage ?? null,
    channel,
    setTimer,
    report,
  });
}

/** Creates the non-visual parts of the workspace, once per document. */
export function createWorkspaceParts(
  window: BrowserWindow,
  deps: WorkspacePartsDeps,
): WorkspaceParts {
  const { storage, tabStorage, ledger, account, links, hosted, nameRecording, onEvent, report } =
    deps;
  const { document, navigator, URL } = window;
  const session = sessionOf(window, report);
  const setTimer = timerOf(window);
  const now = Date.now;
  const files = createFilesStore({
    session,
    tabStorage,
    probe: (file, options) =>
      probeFile(
        file,
        {
          createMedia: () => document.createElement("video"),
          createUrl: (blob) => URL.createObjectURL(blob),
          revokeUrl: (url) => URL.revokeObjectURL(url),
          setTimer,
        },
        options,
      ),
    inUse: () => jobs.inUse(),
    saveResults: () => jobs.saveResults(),
    now,
    setTimer,
    onEvent,
    report,
  });
  const credits = createCredits({
    ledger,
    account,
    closings: async () => (await session.open()).database.closings,
    now,
    setTimer,
    report,
  });
  const jobs = createJobsStore({
    ...deps,
    session,
    files,
    credits,
    storage,
    hashInput: (blobs, signal) =>
      hashInput(blobs, (data) => window.crypto.subtle.digest("SHA-256", data), signal),
    onReachable(listener) {
      deps.onAccount(listener);
      window.addEventListener("online", listener);
    },
    describeError: (error) => describeError(error, report),
    now,
    setTimer,
    onEvent(event) {
      if (event.kind === "jobDone") {
        const measure = (): Promise<void> => files.measure().catch(report);
        void measure();
        // There is work to lose now: the browser is asked for persistent storage, and may ask the
        // visitor.
        session.persist().then(measure).catch(report);
      }
      onEvent(event);
    },
  });
  const recorder = createRecorder({
    session,
    files,
    devices: (navigator as Partial<Navigator>).mediaDevices ?? null,
    createRecorder: (stream, mimeType) => new window.MediaRecorder(stream, { mimeType }),
    isTypeSupported: (type) =>
      "MediaRecorder" in window && window.MediaRecorder.isTypeSupported(type),
    createMeter: (stream) => createLevelMeter(stream, new window.AudioContext()),
    nameOf: nameRecording,
    now,
    setTimer,
    report,
  });
  const busy = (): boolean =>
    files.busy() || jobs.busy() || !["idle", "failed"].includes(recorder.getState().state);
  guardLeaving(window, [files, jobs, recorder], busy);
  window.addEventListener("online", () => void credits.flush());
  window.addEventListener("pagehide", () => jobs.leave());

  async function bringBack(): Promise<void> {
    await tidy(session, (job) => purgedJob(job, now())).catch(report);
    await Promise.all([files.restore(), jobs.restore()].map((work) => work.catch(report)));
    const count = await recoverRecordings({ session, files, report });
    if (count > 0) onEvent({ kind: "recordingsFound", count });
  }
  let restoring: Promise<void> | null = null;
  return {
    files,
    jobs,
    recorder,
    links,
    hosted,
    workspace: createWorkspaceStore({ storage }),
    restore: () => (restoring ??= bringBack().catch(report)),
    busy,
  };
}
