import { type RefObject, memo, useEffect, useState } from "react";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { LevelMeter } from "#runtime/panel-kit/strip/LevelMeter.tsx";
import { usePlayhead, usePlaying } from "#runtime/panel-kit/player/use-mix-player.ts";
import { readClock, writeClock } from "#runtime/panel-kit/settings/clock-text.ts";
import { DraftField } from "#runtime/panel-kit/settings/DraftField.tsx";
import { tempoOf, useEditSettings } from "./context/edit-settings.ts";
import { useEditor, useEditorSound, useEditorState } from "./context/editor-context.ts";
import css from "./context/edit-status.module.css";
import { secondsOf } from "./project/edit-store.ts";
import { beatText } from "./project/time-grid.ts";

/** Distances that the arrow keys change a time, in seconds. */
const STEPS = [0.001, 0.1] as const;

/** The status line: the playhead, the selection, and what the project is or what the pointer is over. */
export const EditStatus = memo(function EditStatus({
  root,
}: {
  /** Element whose parts have hints, as `data-hint` or as a title. */
  readonly root: RefObject<HTMLElement | null>;
}) {
  const t = useT();
  return (
    <fieldset className={css["status"]} aria-label={t("panel-editor:edit.status.title")}>
      <Clock />
      <Meter />
      <SelectionFields />
      <HintOrFacts root={root} />
    </fieldset>
  );
});

/** The position of the playhead, in the unit of the ruler. */
function Clock() {
  const { player } = useEditorSound();
  const [settings] = useEditSettings();
  const { t, format } = useLocale();
  const time = usePlayhead(player);
  return (
    <span className={css["clock"]} title={t("panel-kit:position")}>
      {settings.ruler === "time" ? (
        format.clock(time, 3)
      ) : (
        <bdi dir="ltr">{beatText(time, tempoOf(settings))}</bdi>
      )}
    </span>
  );
}

/** The level of what is played. */
function Meter() {
  const { player, levels } = useEditorSound();
  return <LevelMeter peaks={levels} playing={usePlaying(player)} />;
}

/** Start, end and length of the selection, to read and to type. */
function SelectionFields() {
  const { t, format } = useLocale();
  const { store, settleSelection } = useEditor();
  const { start, end } = useEditorState(({ selection }) => selection);
  const rate = useEditorState(({ edit }) => edit.sampleRate);
  const change = (name: "start" | "end" | "length", seconds: number): void => {
    const frame = Math.max(0, seconds * rate);
    if (name === "length") store.select({ end: start + frame });
    else if (name === "start") store.select({ start: frame, end: Math.max(frame, end) });
    else store.select({ start: Math.min(start, frame), end: frame });
    settleSelection();
  };
  return (
    <div className={css["times"]}>
      {(["start", "end", "length"] as const).map((name) => {
        const frames = { start, end, length: end - start }[name];
        return (
          <DraftField
            key={name}
            label={t(`panel-editor:time.${name}`)}
            value={frames / rate}
            text={writeClock(frames / rate, format)}
            read={readClock}
            wrong={t("panel-kit:wrongTime")}
            steps={STEPS}
            onCommit={(seconds) => change(name, seconds)}
          />
        );
      })}
    </div>
  );
}

/** What can be done where the pointer or the focus is; elsewhere the format and the length. */
function HintOrFacts({ root }: { readonly root: RefObject<HTMLElement | null> }) {
  const { t, format } = useLocale();
  const { edit } = useEditorState((state) => state);
  const hint = useHint(root);
  if (hint !== null)
    return (
      <p className={css["hint"]} aria-hidden="true">
        {hint}
      </p>
    );
  const { sampleRate, channels } = edit;
  return (
    <p className={css["facts"]}>
      <span>{format.sampleRate(sampleRate)}</span>
      <span>{t(`panel-editor:edit.status.${channels === 1 ? "mono" : "stereo"}`)}</span>
      <span>
        {t("panel-editor:edit.status.total", { length: format.clock(secondsOf(edit), 3) })}
      </span>
    </p>
  );
}

/** The hint of the element under the mouse or with the focus; null if it has none. */
function useHint(root: RefObject<HTMLElement | null>): string | null {
  const [hint, setHint] = useState<string | null>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const show = (event: Event): void => {
      if (event instanceof PointerEvent && event.pointerType === "touch") return;
      const hinted = (event.target as Element).closest<HTMLElement>("[data-hint], [title]");
      setHint(hinted ? (hinted.dataset["hint"] ?? hinted.title) : null);
    };
    const clear = (): void => setHint(null);
    const listeners = { pointerover: show, pointerleave: clear, focusin: show, focusout: clear };
    for (const [name, listener] of Object.entries(listeners))
      element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener);
    };
  }, [root]);
  return hint;
}
