import { memo } from "react";
import { AXES } from "#runtime/audio/spectrogram/axis.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import { readNumber, writeNumber } from "#runtime/panel-kit/settings/clock-text.ts";
import { type EditSettings, LEVEL_RANGES, useEditSettings } from "../context/edit-settings.ts";
import { DraftField } from "#runtime/panel-kit/settings/DraftField.tsx";
import { type TimeSignature, TIME_SIGNATURES } from "../project/time-grid.ts";
import css from "../context/edit.module.css";

/** Range of the tempo, in quarter notes per minute. The names are placeholders of the error message. */
const TEMPO = { least: 20, most: 400 } as const;

/** Settings of crossfades, of the ruler and of spectrograms. */
export const GridSection = memo(function GridSection() {
  const { t, format } = useLocale();
  const [settings, change] = useEditSettings();
  const { ruler, bpm, metre } = settings;
  return (
    <div className={css["sectionBody"]}>
      <Checkbox
        as="switch"
        label={t("panel-editor:edit.crossfade")}
        checked={settings.crossfade}
        onChange={({ target }) => change({ crossfade: target.checked })}
      />
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
          text={writeNumber(bpm, format)}
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
