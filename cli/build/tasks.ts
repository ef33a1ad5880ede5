import { ToolkitError } from "../../core/errors.ts";
import type { Bundle } from "./bundle.ts";
import { importServer } from "./bundle.ts";
import type { SourceFile } from "./entry.ts";
import { withIo } from "./files.ts";
import type { ImageInput } from "./images.ts";
import { writeImage } from "./images.ts";
import type { Scanned } from "./load.ts";
import { scanSource } from "./load.ts";
import type { RenderJob } from "./make-page.ts";
import type { RenderedPage, RenderSettings } from "./render.ts";
import { createRenderer } from "./render.ts";
import { cloneEntries } from "./tree.ts";

/** Work that a thread does for the build. One thread's `open` comes before its `render`s. */
export type Task =
  | { readonly type: "scan"; readonly root: string; readonly sources: readonly SourceFile[] }
  | {
      readonly type: "open";
      readonly settings: RenderSettings;
      readonly bundle: Pick<Bundle, "folder" | "serverDigest">;
    }
  | { readonly type: "render"; readonly jobs: readonly RenderJob[] }
  | { readonly type: "image"; readonly file: string; readonly input: ImageInput }
  | {
      readonly type: "clone";
      readonly from: string;
      readonly to: string;
      readonly names: readonly string[];
    };
export type TaskResult = {
  scan: Scanned[];
  open: undefined;
  render: RenderedPage[];
  image: undefined;
  clone: undefined;
};

/** Does the tasks of one build: two builds in one process share nothing. */
export function createTasks(): (task: Task) => Promise<TaskResult[Task["type"]]> {
  let render: ReturnType<typeof createRenderer> | undefined;
  return async (task) => {
    switch (task.type) {
      case "scan":
        return task.sources.map((source) => scanSource(task.root, source));
      case "open": {
        const { createRenderer: create } = await importServer(task.bundle);
        render = createRenderer(task.settings, create);
        return undefined;
      }
      case "render":
        return task.jobs.map(render!);
      case "clone":
        withIo(task.to, () => cloneEntries(task.from, task.to, task.names));
        return undefined;
      case "image": {
        const { drawImage } = await import("./image.ts");
        writeImage(task.file, await drawImage(task.input));
        return undefined;
      }
    }
  };
}

export const isToolkitError = (error: unknown): error is ToolkitError =>
  error instanceof ToolkitError;
