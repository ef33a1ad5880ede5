import Maximize from "lucide-react/icons/maximize-2";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import ScanLine from "lucide-react/icons/chevrons-left-right";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { memo } from "react";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { Segmented } from "#runtime/ui/choice/Choice.tsx";
import { Checkbox } from "#runtime/ui/field/Field.tsx";
import { LANE_DISPLAYS, tempoOf, useEditSettings } from "./context/edit-settings.ts";
import { useEditor, useEditorSound, useEditorState } from "./context/editor-context.ts";
import { beatText } from "./project/time-grid.ts";
import css from "./context/edit.module.css";
import { usePlayhead } from "#runtime/panel-kit/player/use-mix-player.ts";

/** Playback, the display of lanes, and zoom. */
export const EditTransport = memo(function EditTransport({
  playing,
}: {
  readonly playing: boolean;
}) {
  const t = useT();
  const { timeline, playback } = useEditor();
  const { player } = useEditorSound();
  const { start, end } = useEditorState(({ selection }) => selection);
  const [{ loop }, change] = useEditSettings();
  const zoom = (direction: 1 | -1): void => timeline.zoom(direction, playback.time());
  const showSelection = (): void => {
    const { sampleRate, extent } = timeline.current();
    const margin = (end - start) * 0.05;
    timeline.setView(() => ({
      from: Math.max(0, (start - margin) / sampleRate),
      to: Math.min(extent, (end + margin) / sampleRate),
    }));
  };
  return (
    <div className={css["transport"]}>
      <Button
        look="primary"
        icon={playing ? <Pause /> : <Play />}
        disabled={!player}
        onClick={playback.toggle}
      >
        {t(playing ? "panel-kit:pause" : "panel-kit:play")}
      </Button>
      <Checkbox
        as="switch"
        label={t("panel-editor:loop")}
        checked={loop}
        onChange={({ target }) => change({ loop: target.checked })}
      />
      <Clock />
      <div className={css["looks"]}>
        <DisplayChoice />
      </div>
      <div className={css["toolGroup"]}>
        <IconButton label={t("panel-editor:zoomOut")} onClick={() => zoom(-1)}>
          <ZoomOut />
        </IconButton>
        <IconButton label={t("panel-editor:zoomIn")} onClick={() => zoom(1)}>
          <ZoomIn />
        </IconButton>
        <IconButton
          label={t("panel-editor:edit.tools.zoomSelection")}
          disabled={end <= start}
          onClick={showSelection}
        >
          <ScanLine />
        </IconButton>
        <IconButton label={t("panel-editor:fit")} onClick={timeline.fit}>
          <Maximize />
        </IconButton>
      </div>
    </div>
  );
});

/** Whether lanes show the waveform, the spectrogram or both. */
function DisplayChoice() {
  const t = useT();
  const [settings, change] = useEditSettings();
  return (
    <Segmented
      label={t("panel-editor:edit.look.label")}
      options={LANE_DISPLAYS.map((value) => ({
        value,
        label: t(`panel-editor:edit.look.${value}`),
      }))}
      value={settings.look}
      onChange={(look) => change({ look })}
    />
  );
}

/** The position of the playhead, in the unit of the ruler. */
function Clock() {
  const { player } = useEditorSound();
  const [settings] = useEditSettings();
  const { format } = useLocale();
  const time = usePlayhead(player);
  return (
    <span className={css["clock"]}>
      {settings.ruler === "time" ? (
        format.clock(time, 3)
      ) : (
        <bdi dir="ltr">{beatText(time, tempoOf(settings))}</bdi>
      )}
    </span>
  );
}
