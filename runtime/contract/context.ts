import { createContext, use } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { SpeechFolders, WorkspaceTool } from "#core/page/app-data.ts";
import type { RequestOf, ResponseOf } from "#core/api/contract/call.ts";
import type { getJobWait } from "#core/api/jobs/get-job-wait.ts";
import type { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import type { Page } from "#core/page/page.ts";
import type { ServerOffer } from "#core/site/server-offer.ts";
import type { Analytics } from "../services/analytics/analytics.ts";
import type { DialogStore } from "../account/store/dialogs.ts";
import type { NoticeStore } from "../notices/notices.ts";
import type { LanguageItem } from "../services/language-list.ts";
import type { KeyValue } from "../services/storage.ts";
import type { UserState } from "../account/store/user-state.ts";
import type { FilesStore } from "./file.ts";
import type { JobsStore } from "./job.ts";
import type { PanelComponent } from "./panel.ts";
import type { WorkspaceStore } from "./workspace-store.ts";
import type { Hosted } from "./hosted.ts";
import type { Links } from "./links.ts";
import type { ModelCache } from "./models.ts";
import type { Keyboard } from "./shortcuts/keyboard.ts";
import type { Preview } from "./preview.ts";
import type { JobStarter } from "./start.ts";
import type { Recorder } from "./recorder.ts";

/** The page below the workspace, and navigation. */
export interface WorkspaceRouter {
  readonly store: Pick<
    StoreApi<{ readonly page: Page; readonly pending: string | null }>,
    "getState" | "getInitialState" | "subscribe"
  >;
  navigate(href: string): Promise<void>;
}

/** A visitor's rating of a tool. */
export interface ToolRating {
  /** Slug of the tool's page. */
  readonly tool: string;
  /** From 1 to 5. */
  readonly stars: number;
  /** Empty without a comment. */
  readonly review: string;
}

/** A published episode, as `savePodcast` takes it. */
export type SharedEpisode = Omit<RequestOf<typeof savePodcast>, "audio_url">;

export interface Servers extends ServerOffer {
  /** Address of the receipt of a deleted file. @param file its id on the server */
  readonly receiptOf: (file: string) => string;
  /**
   * Seconds for which the job that is next there has been waiting, and how fast finished jobs of a
   * tool were; null if it is not known.
   */
  readonly readWait: (tool: string) => Promise<ResponseOf<typeof getJobWait> | null>;
}

/** Dependencies of the workspace. */
export interface WorkspaceDeps {
  readonly router: WorkspaceRouter;
  readonly files: FilesStore;
  readonly jobs: JobsStore;
  readonly starter: JobStarter;
  readonly workspace: WorkspaceStore;
  readonly recorder: Recorder;
  readonly models: ModelCache;
  readonly links: Links;
  readonly hosted: Hosted;
  /** Work on the site's servers; null if the site offers none. */
  readonly servers: Servers | null;
  readonly user: StoreApi<UserState> & {
    /** Whether the balance of the present visitor has been loaded. */
    readonly knowsCredits: () => boolean;
  };
  readonly dialogs: DialogStore;
  readonly notices: NoticeStore;
  readonly storage: KeyValue;
  /** Location of the built-in voice; null if the site has none. */
  readonly speech: SpeechFolders | null;
  /** Languages of recordings (CMP-1); rejects if the list cannot be loaded. */
  readonly loadLanguages: () => Promise<readonly LanguageItem[]>;
  /** Location of the translation engine; missing if the site offers no language pair. */
  readonly translation?: string | undefined;
  /** The tools of the site in a locale, in menu order. */
  readonly loadTools: (locale: string) => Promise<readonly WorkspaceTool[]>;
  /** A panel with its messages in a locale; rejects if it cannot be loaded. */
  readonly loadPanel: (panel: string, locale: string) => Promise<PanelComponent>;
  /** Saves a result to the visitor's device and counts it. Resolves to whether it was saved. */
  readonly save: (file: Blob, name: string) => Promise<boolean>;
  /** The same for a file that the visitor added, without counting it. */
  readonly saveCopy: (file: Blob, name: string) => Promise<boolean>;
  /** Sends a rating. Resolves to whether it was sent; failures are shown to the visitor. */
  readonly rate: (rating: ToolRating) => Promise<boolean>;
  /**
   * Publishes an episode with sound and transcript. Resolves to the address of its page.
   * @throws {FaultError} if the server rejects it
   */
  readonly shareEpisode: (sound: Blob, episode: SharedEpisode) => Promise<string>;
  /**
   * Resolves to the address of the feed of all published episodes.
   * @throws {FaultError} if the server rejects the request
   */
  readonly openFeed: () => Promise<string>;
  readonly track: Analytics["track"];
  /** Reports a bug; a `FaultError` is none, and is ignored. */
  readonly report: (error: unknown) => void;
}

/** The shared state and services of the workspace's components. */
export interface WorkspaceValue extends WorkspaceDeps {
  /** Empty until they are loaded. */
  readonly tools: readonly WorkspaceTool[];
  /** The tool of the page below the workspace; null on other pages. */
  readonly tool: WorkspaceTool | null;
  readonly keyboard: Keyboard;
  readonly preview: Preview;
  /** Whether one pane is shown at a time. */
  readonly narrow: boolean;
  /** Opens the browser's file picker. */
  readonly choose: () => void;
  /** Starts a recording from the microphone. */
  readonly record: () => void;
  /** Shows a pane if it is hidden, and focuses it. */
  readonly go: (pane: Pane) => void;
  /** Announces a text to screen readers. */
  readonly say: (text: string) => void;
}

export const WorkspaceContext = createContext<WorkspaceValue | null>(null);

export function useWorkspace(): WorkspaceValue {
  const value = use(WorkspaceContext);
  if (!value) throw new Error("A part of the workspace was rendered outside of it");
  return value;
}

/** Panes of the workspace. On narrow screens the panel is shown, and one of the others over it. */
export type Pane = "menu" | "panel" | "files" | "queue";
