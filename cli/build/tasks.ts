import { ToolkitError } from "#core/errors/errors.ts";
import { importServer, serverFile } from "./bundle/bundle.ts";
import { withIo } from "../files/files.ts";
import { type Scanned, type ScanTask, scanSource } from "./load/load.ts";
import { type RenamedPage, type RenameTask, renameInPages } from "./render/rename-assets.ts";
import {
  type OpenTask,
  type RenderedPage,
  type RenderTask,
  createRenderer,
} from "./render/render.ts";
import { type CopyTask, copyFiles } from "./state/tree.ts";
import { IncompleteTree } from "./state/wholeness.ts";

/** Work that a thread does for the build. One thread's `open` comes before its `render`s. */
export type Task = ScanTask | OpenTask | RenderTask | RenameTask | CopyTask;
export type TaskResult = {
  scan: Scanned[];
  open: undefined;
  render: RenderedPage[];
  rename: RenamedPage[];
  /** Whether all of them were there. */
  copy: boolean;
};

function copied(from: string, to: string, files: readonly string[]): boolean {
  try {
    copyFiles(from, to, files);
    return true;
  } catch (error) {
    if (error instanceof IncompleteTree) return false;
    throw error;
  }
}

/** Does the tasks of one build: two builds in one process share nothing. */
export function createTasks(): (task: Task) => Promise<TaskResult[Task["type"]]> {
  let render: ReturnType<typeof createRenderer> | undefined;
  return async (task) => {
    switch (task.type) {
      case "scan":
        return task.sources.map((source) => scanSource(task.root, source, task.keep));
      case "open": {
        const { createRenderer: create } = await importServer(task.bundle);
        render = createRenderer(task.settings, create, serverFile(task.bundle.folder));
        return undefined;
      }
      case "render": {
        const pages: RenderedPage[] = [];
        for (const job of task.jobs) pages.push(await render!(job));
        return pages;
      }
      case "rename":
        return renameInPages(task);
      case "copy":
        return withIo(task.to, () => copied(task.from, task.to, task.files));
    }
  };
}

export const isToolkitError = (error: unknown): error is ToolkitError =>
  error instanceof ToolkitError;
