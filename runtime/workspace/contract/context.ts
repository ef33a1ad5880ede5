import { createContext, use } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { SpeechFolders, WorkspaceTool } from "#core/page/app-data.ts";
import type { RequestOf } from "#core/api/contract/call.ts";
import type { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import type { Page } from "#core/page/page.ts";
import type { Analytics } from "../../services/analytics/analytics.ts";
import type { DialogStore } from "../../account/store/dialogs.ts";
import type { NoticeStore } from "../../notices/notices.ts";
import type { LanguageItem } from "../../services/language-list.ts";
import type { KeyValue } from "../../services/storage.ts";
import type { UserState } from "../../account/store/user-state.ts";
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

/** The page under the workspace, and the way to others. */
export interface WorkspaceRouter {
  readonly store: Pick<
    StoreApi<{ readonly page: Page; readonly pending: string | null }>,
    "getState" | "getInitialState" | "subscribe"
  >;
  navigate(href: string): Promise<void>;
}

/** What a visitor thinks of a tool. */
export interface ToolRating {
  /** Slug of the tool's page. */
  readonly tool: string;
  /** From 1 to 5. */
  readonly stars: number;
  /** Empty where nothing was written. */
  readonly review: string;
}

/** An episode that is made public, as `savePodcast` takes it. */
export type SharedEpisode = Omit<RequestOf<typeof savePodcast>, "audio_url">;

/** What the workspace is made with. */
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
  readonly user: StoreApi<UserState>;
  readonly dialogs: DialogStore;
  readonly notices: NoticeStore;
  readonly storage: KeyValue;
  /** Where the built-in voice is; null where the site has none. */
  readonly speech: SpeechFolders | null;
  /** The languages that recordings can be in (CMP-1); rejects where the list cannot be had. */
  readonly loadLanguages: () => Promise<readonly LanguageItem[]>;
  /** Where the program is that translates; missing where the site offers no pair of languages. */
  readonly translation?: string | undefined;
  /** The site's tools in a locale, in the order of its menus. */
  readonly loadTools: (locale: string) => Promise<readonly WorkspaceTool[]>;
  /** A panel with its messages in a locale; rejects where it cannot be loaded. */
  readonly loadPanel: (panel: string, locale: string) => Promise<PanelComponent>;
  /** Saves a result to the visitor's device under a name, and counts it; answers whether it did. */
  readonly save: (file: Blob, name: string) => Promise<boolean>;
  /** The same for a file that the visitor brought: it is not counted. */
  readonly saveCopy: (file: Blob, name: string) => Promise<boolean>;
  /** Sends what the visitor thinks of a tool; answers whether it arrived, which is told where not. */
  readonly rate: (rating: ToolRating) => Promise<boolean>;
  /**
   * Makes an episode public, sound and transcript; answers with the address of its page.
   * @throws {FaultError} where the server does not take it
   */
  readonly shareEpisode: (sound: Blob, episode: SharedEpisode) => Promise<string>;
  /**
   * The address of the feed of all episodes that are public.
   * @throws {FaultError} where the server does not tell it
   */
  readonly openFeed: () => Promise<string>;
  readonly track: Analytics["track"];
  readonly report: (error: unknown) => void;
}

/** What the parts of the workspace share. */
export interface WorkspaceValue extends WorkspaceDeps {
  /** Empty until they are there. */
  readonly tools: readonly WorkspaceTool[];
  /** The tool whose page lies under the workspace; null on other pages. */
  readonly tool: WorkspaceTool | null;
  readonly keyboard: Keyboard;
  readonly preview: Preview;
  /** Whether one part is shown at a time. */
  readonly narrow: boolean;
  /** Opens the browser's chooser of files. */
  readonly choose: () => void;
  /** Begins to record from the microphone. */
  readonly record: () => void;
  /** Leads to a part: shows it where it is not, and gives it the focus. */
  readonly go: (pane: Pane) => void;
  /** Says it to those who do not see it. */
  readonly say: (text: string) => void;
}

export const WorkspaceContext = createContext<WorkspaceValue | null>(null);

export function useWorkspace(): WorkspaceValue {
  const value = use(WorkspaceContext);
  if (!value) throw new Error("A part of the workspace was rendered outside of it");
  return value;
}

/** Parts of the workspace. On a narrow screen the panel is shown, and one of the others over it. */
export type Pane = "menu" | "panel" | "files" | "queue";
