import { useEffect } from "react";
import { useStore } from "zustand";
import { changeRate } from "#audio/edit/change-rate.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { fasterSource } from "#runtime/panel-kit/draft/edit-draft.ts";
import type { EditorStore } from "./edit-store.ts";

/**
 * A notice that a file loses its highest frequencies at the project's sample rate, with a button
 * that raises the rate.
 */
export function RateNotice({ store }: { readonly store: EditorStore }) {
  const { t, format } = useLocale();
  const { say } = useWorkspace();
  const { edit, sources, stays } = useStore(store);
  const faster = fasterSource(edit, sources);
  const isVisible = faster !== null && faster.sampleRate > stays;
  const title = isVisible ? t("panel-editor:edit.rate.title", { name: faster.name }) : "";
  useEffect(() => {
    if (title !== "") say(title);
  }, [title, say]);
  if (faster === null) return null;
  const rates = {
    rate: format.sampleRate(faster.sampleRate),
    own: format.sampleRate(edit.sampleRate),
  };
  // The notice disappears with its buttons, so the focus moves to the time axis.
  const focusTimeAxis = (): void =>
    document.querySelector<HTMLElement>('[data-editor] [role="slider"]')?.focus();
  const raise = (): void => {
    store.commit(changeRate(store.getState().edit, faster.sampleRate), { step: "rate" });
    say(t("panel-editor:edit.done.rate"));
    focusTimeAxis();
  };
  const stay = (): void => {
    store.dismissRate(faster.sampleRate);
    focusTimeAxis();
  };
  const raising = (
    <Button small onClick={raise}>
      {t("panel-editor:edit.rate.raise", rates)}
    </Button>
  );
  // The rate can still be raised after the notice was dismissed.
  if (!isVisible) return <div>{raising}</div>;
  return (
    <Notice
      title={title}
      actions={
        <>
          {raising}
          <Button small onClick={stay}>
            {t("panel-editor:edit.rate.stay", rates)}
          </Button>
        </>
      }
    >
      {t("panel-editor:edit.rate.text", rates)}
    </Notice>
  );
}
