import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { describeError } from "#runtime/contract/describe-error.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import { thrownText } from "#runtime/contract/texts.ts";
import { useT } from "#runtime/i18n/context.tsx";
import type { Draft } from "#runtime/panel-kit/draft/edit-draft.ts";
import type { FileOpening } from "../project-file/use-dropped-project.ts";
import { createDraft } from "./edit-project.ts";
import { type NewSound, draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import { useRendering } from "#runtime/panel-kit/save/use-rendering.ts";
import { type EditorStore, createEditorStore } from "./edit-store.ts";
import type { TrayFile } from "#runtime/contract/file.ts";

/** ms of rest after which a draft is saved. */
const REST = 400;

export interface Project extends FileOpening {
  /** `null` until it is there; `empty` while there is nothing to work on. */
  readonly store: EditorStore | null | "empty";
  /** Whether it comes from an earlier visit. */
  readonly restored: boolean;
  /** Begins a new draft with files of the tray; without them, an empty one. */
  readonly begin: (files: readonly TrayFile[]) => void;
  readonly openDraft: (id: string) => void;
}

/** Keeps a draft to this tab. Answers how to let it go; null where another tab has it. */
async function claim(id: string): Promise<(() => void) | null> {
  const { locks } = navigator as Partial<Pick<Navigator, "locks">>;
  if (!locks) return () => {};
  return new Promise((resolve, reject) => {
    locks
      .request(`toolkit-editor ${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

/** The draft that is edited: the last one, or a new one of the given files. */
export function useProject(given: readonly TrayFile[]): Project {
  const { files, report, notices } = useWorkspace();
  const isThere = useStore(files, (state) => state.restored);
  const [store, setStore] = useState<Project["store"]>(null);
  const [restored, setRestored] = useState(false);
  const release = useRef(() => {});
  const isHere = useRef(true);
  /** Whether there is a draft, even if the transition that shows it has not ended. */
  const isShown = useRef(false);
  const first = useRef(given);
  useEffect(() => {
    first.current = given;
  });

  const show = useCallback(async (draft: Draft, isOld: boolean): Promise<boolean> => {
    const free = await claim(draft.id);
    if (!free) return false;
    if (!isHere.current) {
      free();
      return true;
    }
    release.current();
    release.current = free;
    isShown.current = true;
    // All of the editor is drawn at once, in short steps.
    startTransition(() => {
      setRestored(isOld);
      setStore(createEditorStore(draft, Date.now));
    });
    return true;
  }, []);
  const { openFile, opening } = useProjectFile(show);
  const isOpening = opening.done !== null;
  const begin = useCallback(
    (tray: readonly TrayFile[]): void => {
      const deps = { engine: sharedEngine(), files, now: Date.now };
      createDraft(tray, deps)
        .then((draft) => show(draft, false))
        .catch((error: unknown) => {
          notices.warn(thrownText(error));
          setStore((now) => now ?? "empty");
        });
    },
    [files, notices, show],
  );
  const openDraft = useCallback(
    (id: string): void => {
      const work = async (): Promise<void> => {
        const draft = await draftStore.load(id);
        if (!draft || !(await show(draft, false)))
          notices.warn("panel-editor:edit.draft.elsewhere");
      };
      work().catch(report);
    },
    [notices, report, show],
  );

  useEffect(() => {
    if (!isThere) return undefined;
    let here = (isHere.current = true);
    const start = async (): Promise<void> => {
      // Where nothing is kept, there is nothing from before.
      const drafts = await draftStore.list().catch(() => []);
      void draftStore.deleteUnused(Date.now()).catch(() => {});
      for (const { id } of drafts) {
        const draft = await draftStore.load(id).catch(() => null);
        if (!here) return;
        if (draft && (await show(draft, !draftStore.takePassed(id)))) return;
      }
      if (!here) return;
      if (first.current.length > 0) begin(first.current);
      else setStore("empty");
    };
    start().catch(report);
    return () => {
      here = isHere.current = false;
      release.current();
      release.current = () => {};
    };
  }, [isThere, begin, report, show]);

  // The first files that come begin a draft.
  const isEmpty = store === "empty";
  const some = given.length > 0;
  useEffect(() => {
    // Those of a project file are a part of it.
    if (isEmpty && some && !isOpening && !isShown.current) begin(first.current);
  }, [isEmpty, some, isOpening, begin]);

  useAutosave(store === "empty" ? null : store);
  return { store, restored, begin, openDraft, openFile, opening };
}

/** Opens project files. @param show shows a draft */
function useProjectFile(show: (draft: Draft, isOld: boolean) => Promise<boolean>): FileOpening {
  const { files, report, say } = useWorkspace();
  const t = useT();
  const { start, done, cancel } = useRendering();
  const openFile: FileOpening["openFile"] = useCallback(
    (open, onOpened) =>
      start(async (options) => {
        try {
          const { openProject } = await import("../project-file/open-project.ts");
          const makeSound = (): Promise<NewSound> => draftStore.createSound();
          const draft = await openProject(await open(), {
            ...options,
            files,
            makeSound,
            now: Date.now,
          });
          // Otherwise an interruption would lose what has just been copied.
          await draftStore.save(draft).catch(() => {});
          await show(draft, false);
          say(
            t("panel-editor:edit.file.opened", {
              name: draft.name || t("panel-editor:edit.title"),
            }),
          );
          onOpened?.();
        } catch (error) {
          options.signal.throwIfAborted();
          const { code, params } = describeError(error, report);
          throw new FaultError(code, params, error);
        }
      }),
    [files, report, say, show, start, t],
  );
  const opening = useMemo(() => ({ done, cancel }), [done, cancel]);
  return { openFile, opening };
}

/** Saves a draft after each change, and before it is left. */
function useAutosave(store: EditorStore | null): void {
  const { report } = useWorkspace();
  useEffect(() => {
    if (!store) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const draft = store.getState();
      const { id, name, updated, sources, versions, history, stays } = draft;
      draftStore.save({ id, name, updated, sources, versions, history, stays }).then(
        () => {
          if (store.getState().updated === updated) store.setState({ saved: "yes" });
        },
        (error: unknown) => {
          store.setState({ saved: "no" });
          report(error);
        },
      );
    };
    const flush = (): void => {
      if (timer !== undefined) save();
    };
    save();
    const end = store.subscribe((state, before) => {
      if (state.updated === before.updated) return;
      clearTimeout(timer);
      timer = setTimeout(save, REST);
    });
    document.addEventListener("visibilitychange", flush);
    window.addEventListener("pagehide", flush);
    return () => {
      end();
      flush();
      document.removeEventListener("visibilitychange", flush);
      window.removeEventListener("pagehide", flush);
    };
  }, [store, report]);
}
