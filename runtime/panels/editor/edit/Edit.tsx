import { useSteadyJobs } from "#runtime/panel-kit/start/use-steady-jobs.ts";
import Plus from "lucide-react/icons/plus";
import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { thrownText } from "#runtime/contract/texts.ts";
import { addFiles } from "./project/edit-project.ts";
import type { EditorStore } from "./project/edit-store.ts";
import { EditorView } from "./EditorView.tsx";
import { EditDrafts } from "./EditDrafts.tsx";
import { EditTitle } from "./EditTitle.tsx";
import { ProjectFile } from "./ProjectFile.tsx";
import { useDroppedProject } from "./project-file/use-dropped-project.ts";
import { RestoredNotice } from "./RestoredNotice.tsx";
import css from "./context/edit.module.css";
import { useGivenFiles } from "#runtime/panel-kit/input/given-files.ts";
import { NoSound } from "#runtime/panel-kit/input/NoSound.tsx";
import { RateNotice } from "./project/RateNotice.tsx";
import { ResultNotes } from "#runtime/panel-kit/result/ResultNotes.tsx";
import { useRecords } from "#runtime/panel-kit/result/use-records.ts";
import { useProject } from "./project/use-project.ts";
import { RunStates } from "#runtime/panel-kit/start/RunStates.tsx";
import type { PanelProps } from "#runtime/contract/panel.ts";
import type { TrayFile } from "#runtime/contract/file.ts";

const isUsable = ({ state, problem, kind }: TrayFile): boolean =>
  state !== "missing" && !problem && kind !== "other";

/** The multitrack editor: it opens the last draft, or a new project with the files that it was opened with. */
export function Edit(props: PanelProps) {
  const { files } = props;
  const t = useT();
  const all = useStore(files, (state) => state.files);
  const chosen = useStore(files, (state) => state.selected);
  const selected = chosen
    .map((id) => all.find((file) => file.id === id))
    .filter((file) => file !== undefined)
    .filter(isUsable);
  const given = useGivenFiles(files);
  const project = useProject(selected.filter(({ id }) => given.includes(id)));
  const { store } = project;
  useDroppedProject(files, project);
  return (
    <>
      {store === null ? (
        <div className={css["bone"]} aria-hidden="true" />
      ) : store === "empty" ? (
        <>
          <NoSound />
          <div className={css["add"]}>
            {selected.length > 0 && (
              <Button icon={<Plus />} onClick={() => project.begin(selected)}>
                {t("panel-editor:edit.add.selected", { count: selected.length })}
              </Button>
            )}
            <ProjectFile project={project} store={null} />
          </div>
          <EditDrafts project={project} current={null} />
        </>
      ) : (
        <OpenEdit
          key={store.getState().id}
          {...props}
          store={store}
          project={project}
          selected={selected}
        />
      )}
    </>
  );
}

function OpenEdit({
  tool,
  jobs,
  store,
  project,
  selected,
}: PanelProps & {
  readonly store: EditorStore;
  readonly project: ReturnType<typeof useProject>;
  readonly selected: readonly TrayFile[];
}) {
  const { t, format } = useLocale();
  const { files, notices, choose } = useWorkspace();
  const all = useStore(files, (state) => state.files);
  const queue = useSteadyJobs(jobs);
  const { sources } = useStore(store);
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  const lostNow = useRef(lost);
  const onLost = useCallback((next: ReadonlySet<string>) => {
    lostNow.current = next;
    setLost(next);
  }, []);
  const last = useRef(Promise.resolve());
  const add = useCallback(
    (tray: readonly TrayFile[]): void => {
      const deps = {
        engine: sharedEngine(),
        files,
        now: Date.now,
        isLost: (source: string) => lostNow.current.has(source),
      };
      last.current = last.current
        .then(() => addFiles(store, tray, deps))
        .catch((error: unknown) => void notices.warn(thrownText(error)));
    },
    [files, notices, store],
  );

  // Files that the visitor adds to this tab while the editor is open get a track each.
  const added = useStore(files, (state) => state.added);
  const taken = useRef(added);
  const waiting = useRef<readonly string[]>([]);
  useEffect(() => {
    if (added !== taken.current) waiting.current = [...waiting.current, ...added];
    taken.current = added;
    const ready = all.filter((file) => waiting.current.includes(file.id) && isUsable(file));
    if (ready.length === 0) return;
    waiting.current = waiting.current.filter((id) => !ready.some((file) => file.id === id));
    const used = new Set(Object.values(store.getState().sources).map(({ file }) => file));
    const fresh = ready.filter(({ id }) => !used.has(id));
    if (fresh.length > 0) add(fresh);
  }, [added, all, add, store]);

  const used = new Set(Object.values(sources).map(({ file }) => file));
  const others = selected.filter(({ id }) => !used.has(id));
  const own = queue.findLast((job) => job.panel === "editor" && job.preset === "edit");
  const records = useRecords(own?.results ?? []);
  return (
    <div className={css["bench"]} data-layout="fixed">
      <EditTitle project={project} store={store} tool={tool} jobs={jobs} exported={own} />
      <div className={css["notices"]}>
        <RestoredNotice project={project} store={store} others={others} />
        {lost.size > 0 && (
          <Notice weight="attention" title={t("panel-editor:edit.lost.title")}>
            {t("panel-editor:edit.lost.text", {
              names: format.list([...lost].map((id) => sources[id]?.name ?? id)),
            })}
          </Notice>
        )}
        <RateNotice store={store} />
        <RunStates latest={own ? [own] : []} jobs={jobs} />
        {own?.results.map(({ id }) => (
          <ResultNotes key={id} record={records.get(id)} job={own} />
        ))}
      </div>
      <EditorView
        store={store}
        tool={tool}
        jobs={jobs}
        onLost={onLost}
        add={
          <>
            <Button small look="quiet" icon={<Plus />} onClick={choose}>
              {t("panel-editor:edit.add.files")}
            </Button>
            {others.length > 0 && (
              <Button small look="quiet" onClick={() => add(others)}>
                {t("panel-editor:edit.add.selected", { count: others.length })}
              </Button>
            )}
          </>
        }
      >
        <EditDrafts project={project} current={store} />
      </EditorView>
    </div>
  );
}
