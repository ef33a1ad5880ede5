import type { FilesStore } from "../../contract/file.ts";
import type { Job } from "../../contract/job.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import type { Shell } from "../../application/shell.ts";

/** Navigates to the tool of a job with its files, to show its progress or result (WSP-6). */
export async function openJob(
  { router, appData }: Pick<Shell, "router" | "appData">,
  { files, workspace }: { readonly files: FilesStore; readonly workspace: WorkspaceStore },
  job: Pick<Job, "tool" | "fileIds">,
): Promise<void> {
  const { page } = router.store.getState();
  const isHere = page.kind === "tool" && page.slug === job.tool;
  if (!isHere) {
    const { tools } = await appData(page.locale);
    const tool = tools.find(({ slug }) => slug === job.tool);
    if (tool) await router.navigate(tool.path);
  }
  const there = new Set(files.getState().files.map(({ id }) => id));
  const existing = job.fileIds.filter((id) => there.has(id));
  if (existing.length > 0) files.select(existing);
  workspace.choose(null);
  workspace.open();
}
