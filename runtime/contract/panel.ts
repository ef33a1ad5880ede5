import type { ComponentType } from "react";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import type { FilesStore } from "./file.ts";
import type { JobsStore } from "./job.ts";
import type { WorkspaceStore } from "./workspace-store.ts";

export interface PanelProps {
  readonly tool: WorkspaceTool;
  readonly preset: string;
  readonly files: FilesStore;
  readonly jobs: JobsStore;
  readonly workspace: WorkspaceStore;
}

/** The default export of `runtime/panels/<id>/Panel.tsx`. */
export type PanelComponent = ComponentType<PanelProps>;
