import type { ClipPosition } from "#audio/edit/arrange.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { describeError } from "#runtime/contract/describe-error.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import { draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import { useRendering } from "#runtime/panel-kit/save/use-rendering.ts";
import { useEditor } from "../context/editor-context.ts";
import { type StretchValues, runStretch } from "../project/run-stretch.ts";

/** Changes length and pitch of clips, one after the other. */
export function useStretch() {
  const { files, report } = useWorkspace();
  const { store, announce } = useEditor();
  const { start, done, cancel } = useRendering();
  /** @param onDone is called after the clips have changed */
  const run = (clips: readonly ClipPosition[], values: StretchValues, onDone: () => void): void =>
    start(async ({ signal, onProgress }) => {
      const state = store.getState();
      try {
        const { edit, sources, discard } = await runStretch(state, clips, values, {
          engine: sharedEngine(),
          async openSound(source) {
            const file = state.sources[source]?.file;
            return typeof file === "string" ? files.open(file) : draftStore.openSound(source);
          },
          makeSound: () => draftStore.createSound(),
          signal,
          onProgress,
        });
        if (edit === null || store.getState().edit !== state.edit) {
          await discard();
          throw new FaultError(`panel-editor:edit.${edit ? "auto.changed" : "stretch.short"}`);
        }
        store.describe(sources);
        store.commit(edit, { step: "stretch" });
        onDone();
        announce("stretch");
      } catch (error) {
        signal.throwIfAborted();
        const { code, params } = describeError(error, report);
        throw new FaultError(code, params, error);
      }
    });
  return { run, cancel, done };
}
