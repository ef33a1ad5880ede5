import { memo } from "react";
import { AXES } from "#runtime/audio/spectrogram/axis.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import { readClock, readNumber, writeClock } from "#runtime/panel-kit/settings/clock-text.ts";
import { type EditSettings, LEVEL_RANGES, useEditSettings } from "./context/edit-settings.ts";
import { useEditor, useEditorState } from "./context/editor-context.ts";
import { DraftField } from "#runtime/panel-kit/settings/DraftField.tsx";
import { type Ruler, type Snap, type TimeSignature, TIME_SIGNATURES } from "./project/time-grid.ts";
import css from "./context/edit.module.css";

const SNAPS: readonly Snap[] = ["off", "zero", "grid"];
const RULERS: readonly Ruler[] = ["time", "beats"];
/** Range of the tempo, in quarter notes per minute. The names are placeholders of the error message. */
const TEMPO = { least: 20, most: 400 } as const;
/** Distances that the arrow keys change a time, in seconds. */
const STEPS = [0.001, 0.1] as const;

/** The selection in numbers, and the settings of snapping, ruler and spectrograms. */
export const EditFields = memo(function EditFields() {
  const t = useT();
  const { store, settleSelection } = useEditor();
  const { start, end } = useEditorState(({ selection }) => selection);
  const rate = useEditorState(({ edit }) => edit.sampleRate);
  const [settings, change] = useEditSettings();
  const { snap, ruler, bpm, metre } = settings;
  const field = (name: "start" | "end" | "length") => {
    const frames = { start, end, length: end - start }[name];
    return (
      <DraftField
        key={name}
        label={t(`panel-editor:time.${name}`)}
        value={frames / rate}
        text={writeClock(frames / rate)}
        read={readClock}
        wrong={t("panel-kit:wrongTime")}
        steps={STEPS}
        onCommit={(seconds) => {
          const frame = Math.max(0, seconds * rate);
          if (name === "length") store.select({ end: start + frame });
          else if (name === "start") store.select({ start: frame, end: Math.max(frame, end) });
          else store.select({ start: Math.min(start, frame), end: frame });
          settleSelection();
        }}
      />
    );
  };
  return (
    <div className={css["fields"]}>
      {(["start", "end", "length"] as const).map(field)}
      <Select
        label={t("panel-editor:edit.snap.label")}
        value={snap}
        onChange={({ target }) => change({ snap: target.value as Snap })}
      >
        {SNAPS.map((name) => (
          <option key={name} value={name}>
            {t(`panel-editor:edit.snap.${name}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t("panel-editor:edit.ruler.label")}
        value={ruler}
        onChange={({ target }) => change({ ruler: target.value as Ruler })}
      >
        {RULERS.map((name) => (
          <option key={name} value={name}>
            {t(`panel-editor:edit.ruler.${name}`)}
          </option>
        ))}
      </Select>
      {ruler === "beats" && (
        <Select
          label={t("panel-editor:edit.ruler.metre")}
          value={metre}
          onChange={({ target }) => change({ metre: target.value as TimeSignature })}
        >
          {TIME_SIGNATURES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
      {ruler === "beats" && (
        <DraftField
          label={t("panel-kit:song.tempoField")}
          value={bpm}
          text={String(bpm)}
          read={(text) => {
            const value = readNumber(text);
            return value !== null && value >= TEMPO.least && value <= TEMPO.most ? value : null;
          }}
          wrong={t("panel-editor:wrongNumber", TEMPO)}
          steps={[0.1, 1]}
          onCommit={(next) =>
            change({
              bpm: Math.round(Math.min(TEMPO.most, Math.max(TEMPO.least, next)) * 100) / 100,
            })
          }
        />
      )}
      {settings.look !== "waveform" && <SpectrogramFields />}
      <div className={css["wide"]}>
        <Checkbox
          as="switch"
          label={t("panel-editor:edit.crossfade")}
          checked={settings.crossfade}
          onChange={({ target }) => change({ crossfade: target.checked })}
        />
      </div>
    </div>
  );
});

/** Frequency axis and level range of spectrograms. */
function SpectrogramFields() {
  const { t, format } = useLocale();
  const [settings, change] = useEditSettings();
  return (
    <>
      <Select
        label={t("panel-editor:edit.spectrogram.axis")}
        value={settings.axis}
        onChange={({ target }) => change({ axis: target.value as EditSettings["axis"] })}
      >
        {AXES.map((name) => (
          <option key={name} value={name}>
            {t(`panel-editor:edit.spectrogram.axes.${name}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t("panel-editor:edit.spectrogram.levels")}
        value={settings.levels}
        onChange={({ target }) => change({ levels: target.value as EditSettings["levels"] })}
      >
        {Object.entries(LEVEL_RANGES).map(([name, [low, high]]) => (
          <option key={name} value={name}>
            {t("panel-editor:edit.spectrogram.range", {
              low: format.number(low),
              high: format.decibels(high),
            })}
          </option>
        ))}
      </Select>
    </>
  );
}
