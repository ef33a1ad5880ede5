import Check from "lucide-react/icons/check";
import Download from "lucide-react/icons/download";
import { useStore } from "zustand";
import { useT } from "#runtime/i18n/context.tsx";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { NameField } from "../parts/NameField.tsx";
import { useEditSettings } from "./context/edit-settings.ts";
import css from "./context/edit.module.css";
import { ExportFormat } from "./project/ExportFormat.tsx";
import { useExport } from "./project/use-export.ts";
import { lengthOf } from "#audio/edit/edit.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { type SteadyJob, isActive } from "#runtime/contract/job.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import { PlayButton } from "#runtime/panel-kit/player/PreviewLine.tsx";
import { nameToSave } from "#runtime/panel-kit/save/saved-format.ts";
import { useSaving } from "#runtime/panel-kit/save/use-saving.ts";
import type { EditorStore } from "./project/edit-store.ts";
import type { Project } from "./project/use-project.ts";
import { ProjectFile } from "./ProjectFile.tsx";

/**
 * The name of the project, and whether it is saved; in the action bar, the export
 * of the whole mix, and what became of it.
 */
export function EditTitle({
  project,
  store,
  exported,
  ...props
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly project: Project;
  readonly store: EditorStore;
  /** The last export; while it runs, the action bar shows its progress instead. */
  readonly exported: SteadyJob | undefined;
}) {
  const t = useT();
  const [{ output }, change] = useEditSettings();
  const { run, isBusy } = useExport(store, props);
  const { name, edit, saved } = useStore(store);
  const isRunning = exported !== undefined && isActive(exported);
  const isDone = exported?.state === "done";
  return (
    <div className={css["title"]}>
      <h2>
        <NameField
          label={t("panel-editor:edit.draft.name")}
          name={name || t("panel-editor:edit.title")}
          onName={store.rename}
        />
      </h2>
      <span className={css["soft"]}>{t(`panel-editor:edit.saved.${saved}`)}</span>
      <ProjectFile project={project} store={store} />
      {!isRunning && (
        <>
          {!isDone && (
            <InActionBar region="status">
              <p className={css["soft"]}>
                {t("common:cost.free.name")} · {t("workspace:start.device")}
              </p>
            </InActionBar>
          )}
          <InActionBar region="actions">
            {isDone && <Exported key={exported.id} job={exported} />}
            <ExportFormat isBrief value={output} onChange={(next) => change({ output: next })} />
          </InActionBar>
          <InActionBar region="primary">
            <Button
              look="primary"
              icon={<Download />}
              disabled={lengthOf(edit) === 0}
              busy={isBusy}
              onClick={() => run("all", output)}
            >
              {t("panel-editor:edit.export.start")}
            </Button>
          </InActionBar>
        </>
      )}
    </div>
  );
}

/** Plays an export, and saves it again. */
function Exported({ job }: { readonly job: SteadyJob }) {
  const t = useT();
  const { jobs, preview } = useWorkspace();
  const saving = useSaving();
  const results = job.results.filter(({ state }) => state !== "missing");
  const [first] = results;
  if (!first) return null;
  return (
    <>
      {results.length === 1 && (
        <PlayButton
          id={first.id}
          name={nameToSave(first)}
          disabled={false}
          onPlay={() => preview.toggle(first.id, () => jobs.openResult(first))}
        />
      )}
      <IconButton
        label={t("panel-editor:downloadOne", { name: nameToSave(first) })}
        aria-disabled={saving.done !== null}
        onClick={() => saving.saveAll(results, "edit.zip")}
      >
        {saving.isMade ? <Check data-check="" /> : <Download />}
      </IconButton>
    </>
  );
}
