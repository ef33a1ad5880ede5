import type Workspace from "../workspace/Workspace.tsx";
import { createContext, use } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { AppData } from "#core/page/app-data.ts";
import type { Api } from "../services/api/api.ts";
import type { DialogStore } from "../account/store/dialogs.ts";
import type { NoticeStore } from "../notices/notices.ts";
import type { KeyValue } from "../services/storage.ts";
import type { UserStore } from "../account/store/user.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { Shell } from "./shell.ts";
import type { WorkspaceDeps } from "../contract/context.ts";
import type { WorkStore } from "../workspace/chip/work.ts";
import type { Job } from "../contract/job.ts";
import type { WorkspaceParts } from "../workspace/workspace-parts.ts";

/** Services and stores of everything above the pages, and of panels. */
export interface Application {
  readonly shell: Shell;
  readonly data: AppData;
  readonly storage: KeyValue;
  /** Values that last as long as the tab. */
  readonly tabStorage: KeyValue;
  readonly api: Api;
  readonly notices: NoticeStore;
  readonly dialogs: DialogStore;
  readonly user: UserStore;
  /** Null until it is loaded. */
  readonly workspace: StoreApi<RunningWorkspace | null>;
  /** Loads the workspace once. Rejects if loading fails; the next call retries. */
  readonly loadWorkspace: () => Promise<RunningWorkspace>;
  /** Message files of the overlays. */
  readonly files: Set<string>;
  /** The language of the page shown. */
  readonly locale: () => LocaleValue;
  readonly setLocale: (locale: LocaleValue) => void;
}

export const ApplicationContext = createContext<Application | null>(null);

export function useApplication(): Application {
  const application = use(ApplicationContext);
  if (!application) throw new Error("A component was rendered outside the application");
  return application;
}

export interface RunningWorkspace extends WorkspaceParts {
  readonly Workspace: typeof Workspace;
  readonly deps: WorkspaceDeps;
  /** Running jobs and new results, shown while the workspace is closed. */
  readonly work: WorkStore;
  /** Navigates to the tool of a job, and opens the workspace with the job's files. */
  readonly openJob: (job: Pick<Job, "tool" | "fileIds">) => void;
  /** Whether the workspace is open over the page (WSP-1). */
  visible(): boolean;
}
