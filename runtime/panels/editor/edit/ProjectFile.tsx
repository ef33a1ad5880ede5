import FolderOpen from "lucide-react/icons/folder-open";
import Save from "lucide-react/icons/save";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { useWorkspace } from "#runtime/contract/context.ts";
import { describeError } from "#runtime/contract/describe-error.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import { PROJECT_ENDING } from "#core/tools/project-ending.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import {
  type MakeOptions,
  type Rendering,
  useRendering,
} from "#runtime/panel-kit/save/use-rendering.ts";
import { fileNameOf } from "#runtime/panel-kit/save/file-name.ts";
import { zipFile } from "#runtime/panel-kit/save/zip-file.ts";
import { Button } from "#runtime/ui/Button.tsx";
import type { EditorStore } from "./project/edit-store.ts";
import css from "./context/edit.module.css";
import type { Project } from "./project/use-project.ts";

/** Opens a project file, and saves the open project as one. */
export function ProjectFile({
  project,
  store,
}: {
  readonly project: Project;
  /** The open project. */
  readonly store: EditorStore | null;
}) {
  const t = useT();
  return (
    <>
      <ButtonWithProgress
        label={t("panel-editor:edit.file.open")}
        icon={<FolderOpen />}
        rendering={project.opening}
        onClick={() =>
          chooseFile(PROJECT_ENDING, async (file) => {
            if (file) project.openFile(async () => file);
          })
        }
      />
      {store && <SaveProject store={store} />}
    </>
  );
}

function SaveProject({ store }: { readonly store: EditorStore }) {
  const { t, format } = useLocale();
  const { files, notices, report, saveCopy } = useWorkspace();
  const { start, done, cancel } = useRendering();
  const save = async ({ signal, onProgress }: MakeOptions): Promise<boolean> => {
    const state = store.getState();
    const { openRecording, packProject } = await import("./project-file/save-project.ts");
    const openSound = async (source: string): Promise<Blob | null> => {
      const { file } = state.sources[source]!;
      return file === null ? draftStore.openSound(source) : openRecording(files, file);
    };
    try {
      const packed = await packProject(state, openSound);
      const total = packed.files.reduce((sum, { input }) => sum + sizeOf(input), 0);
      const onBytes = (written: number): void => onProgress(Math.min(1, written / total));
      const name = `${fileNameOf(state.name || t("panel-editor:edit.title"), "edit")}${PROJECT_ENDING}`;
      const isSaved = await saveCopy(await zipFile(inTurn(packed.files), signal, onBytes), name);
      if (!isSaved) notices.warn("errors:download");
      else if (packed.missing.length > 0)
        notices.warn({
          key: "panel-editor:edit.file.missing",
          params: { names: format.list(packed.missing) },
        });
      return isSaved;
    } catch (error) {
      signal.throwIfAborted();
      const { code, params } = describeError(error, report);
      throw new FaultError(code, params, error);
    }
  };
  return (
    <ButtonWithProgress
      label={t("panel-editor:edit.file.save")}
      icon={<Save />}
      rendering={{ done, cancel }}
      onClick={() => start(save)}
    />
  );
}

/** A button that shows the progress of what it has started, and one that cancels it. */
function ButtonWithProgress({
  label,
  icon,
  rendering: { done, cancel },
  onClick,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly rendering: Pick<Rendering, "done" | "cancel">;
  readonly onClick: () => void;
}) {
  const { t, format } = useLocale();
  const button = { small: true, look: "quiet" } as const;
  const isRunning = done !== null;
  return (
    <span className={css["row"]}>
      <Button
        {...button}
        icon={!isRunning && icon}
        aria-label={label}
        busy={isRunning}
        onClick={onClick}
      >
        {isRunning ? format.percent(done) : label}
      </Button>
      {isRunning && (
        <Button {...button} icon={<X />} aria-label={t("common:zone.cancel")} onClick={cancel} />
      )}
    </span>
  );
}

const sizeOf = (input: File | string): number =>
  typeof input === "string" ? input.length : input.size;

async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* items;
}
