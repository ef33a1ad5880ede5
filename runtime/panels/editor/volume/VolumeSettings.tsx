import { useLocale } from "#runtime/i18n/context.tsx";
import { Tabs } from "#runtime/ui/choice/Choice.tsx";
import { Checkbox, Select, Slider } from "#runtime/ui/field/Field.tsx";
import { readNumber, writeNumber } from "#runtime/panel-kit/settings/clock-text.ts";
import { DraftField } from "#runtime/panel-kit/settings/DraftField.tsx";
import css from "../parts/panel.module.css";
import type { VolumeSetup } from "../parts/params.ts";

/** Ranges of the effect (`audio/effects/volume.ts`), and the narrower ranges of the sliders. */
const LIMITS = { gain: [-96, 60], loudness: [-70, 0], ceiling: [-20, 0] } as const;
const MAX_SLIDER_GAIN = 24;
const STANDARDS = [-14, -16, -19, -23] as const;

/** Target level and peak handling. */
export function VolumeSettings({
  setup,
  change,
}: {
  readonly setup: VolumeSetup;
  readonly change: (part: Partial<VolumeSetup>) => void;
}) {
  const { t, format } = useLocale();
  const { mode, gain, loudness, limiter } = setup;
  return (
    <div className={css["settings"]}>
      <Tabs
        label={t("panel-kit:effect.volume.mode.label")}
        name="volume-mode"
        options={(["gain", "loudness"] as const).map((value) => ({
          value,
          label: t(`panel-kit:effect.volume.mode.choices.${value}`),
        }))}
        value={mode}
        onChange={(chosen) => change({ mode: chosen })}
      />
      {mode === "gain" ? (
        <>
          <Slider
            label={t("panel-kit:mixer.volume")}
            output={format.decibels(gain, 2)}
            min={-MAX_SLIDER_GAIN}
            max={MAX_SLIDER_GAIN}
            step={0.1}
            value={gain}
            onChange={({ target }) => change({ gain: target.valueAsNumber })}
          />
          <div className={css["fields"]}>
            <LevelField name="gain" setup={setup} change={change} />
          </div>
        </>
      ) : (
        <div className={css["fields"]}>
          <Select
            label={t("panel-editor:standard.label")}
            value={STANDARDS.find((value) => value === loudness) ?? ""}
            onChange={({ target }) =>
              target.value !== "" && change({ loudness: Number(target.value) })
            }
          >
            {STANDARDS.map((value) => (
              <option key={value} value={value}>
                {t(`panel-editor:standard.${-value}`)}
              </option>
            ))}
            <option value="">{t("panel-editor:standard.other")}</option>
          </Select>
          <LevelField name="loudness" setup={setup} change={change} />
        </div>
      )}
      <Checkbox
        as="switch"
        label={t("panel-kit:effect.volume.limiter.label")}
        checked={limiter}
        onChange={({ target }) => change({ limiter: target.checked })}
      />
      {limiter && (
        <div className={css["fields"]}>
          <LevelField name="ceiling" setup={setup} change={change} />
        </div>
      )}
    </div>
  );
}

/** A level in dB or LUFS as a text field. */
function LevelField({
  name,
  setup,
  change,
}: {
  readonly name: keyof typeof LIMITS;
  readonly setup: VolumeSetup;
  readonly change: (part: Partial<VolumeSetup>) => void;
}) {
  const { t, format } = useLocale();
  const [min, max] = LIMITS[name];
  return (
    <DraftField
      label={t(`panel-editor:number.${name}`)}
      value={setup[name]}
      text={writeNumber(setup[name], format)}
      read={(text) => {
        const value = readNumber(text);
        return value === null || value < min || value > max ? null : value;
      }}
      wrong={t("panel-editor:wrongNumber", { least: min, most: max })}
      steps={[0.1, 1]}
      onCommit={(next) =>
        change({ [name]: Math.min(max, Math.max(min, Math.round(next * 100) / 100)) })
      }
    />
  );
}
