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

/** What everything that lies over the pages, and the panels, work with. */
export interface Application {
  readonly shell: Shell;
  readonly data: AppData;
  readonly storage: KeyValue;
  /** What stays while the tab does. */
  readonly tabStorage: KeyValue;
  readonly api: Api;
  readonly notices: NoticeStore;
  readonly dialogs: DialogStore;
  readonly user: UserStore;
  /** Null until it is loaded. */
  readonly workspace: StoreApi<RunningWorkspace | null>;
  /** Loads the workspace, once. Rejects where it cannot be had; the next who asks tries again. */
  readonly loadWorkspace: () => Promise<RunningWorkspace>;
  /** Message files of what lies over the pages. */
  readonly files: Set<string>;
  /** The language that is shown. */
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
  /** What there is to come back to while it is closed. */
  readonly work: WorkStore;
  /** Leads to the tool of a job, with its files, and opens the workspace over it. */
  readonly openJob: (job: Pick<Job, "tool" | "fileIds">) => void;
  /** Whether it lies over the shown page now (WSP-1). */
  visible(): boolean;
}
