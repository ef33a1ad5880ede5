import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import type { WorkspaceDeps } from "../../contract/context.ts";
import type { Job } from "../../contract/job.ts";
import { useTools } from "../own-stores.ts";
import { ChipBox } from "./ChipBox.tsx";

/** The open file while the workspace is closed, with a link back to it (WSP-6). */
export default function FileChip({
  slug,
  deps,
  onOpen,
  onDismiss,
}: {
  /** The tool in which the file was open. */
  readonly slug: string;
  readonly deps: Pick<WorkspaceDeps, "files" | "loadTools" | "report">;
  readonly onOpen: (job: Pick<Job, "tool" | "fileIds">) => void;
  readonly onDismiss: () => void;
}) {
  const t = useT();
  const { files, selected } = useStore(deps.files);
  const name = files.find(({ id }) => id === selected[0])?.name;
  const tool = useTools(deps).find((one) => one.slug === slug);
  if (name === undefined || !tool) return null;
  return (
    <ChipBox
      label={t("workspace:title")}
      progress={0}
      title={name}
      facts={t("workspace:chip.back", { tool: tool.name })}
      onOpen={() => onOpen({ tool: slug, fileIds: selected })}
      onDismiss={onDismiss}
    />
  );
}
