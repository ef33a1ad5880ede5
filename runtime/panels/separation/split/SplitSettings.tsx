import type { SeparationPreset } from "#audio/separation/presets.ts";
import { REQUESTED_FORMATS } from "#runtime/audio/requested-format.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { OutputSelect } from "#runtime/panel-kit/settings/OutputSelect.tsx";
import { EngineLadder, type EngineLadderProps } from "#runtime/panel-kit/engine/EngineLadder.tsx";
import type { TimeOf } from "#runtime/panel-kit/engine/use-engine-times.ts";
import { canBeUnchanged } from "#audio/separation/barely-lower.ts";
import { ModelTest } from "#runtime/panel-kit/split/ModelTest.tsx";
import type { ModelSpeed } from "#runtime/panel-kit/split/use-model-speed.ts";
import { STEMS_TASK } from "#runtime/panel-kit/split/use-split-model.ts";
import { Select } from "#runtime/ui/field/Field.tsx";
import { type StemCount, countsOf, limitsOf, STEM_COUNTS } from "./presets.ts";
import type { SplitSetup } from "./use-split-setup.ts";

/** The separation engine, the stems, and the expected quality. */
export function SplitSettings({
  preset,
  setup,
  onServer,
  pace,
  timeOf,
  onFormat,
}: {
  readonly preset: SeparationPreset;
  readonly setup: SplitSetup;
  readonly onServer: EngineLadderProps["onServer"];
  /** Speed of the chosen model. */
  readonly pace: ModelSpeed;
  readonly timeOf: TimeOf;
  /** Null if the result has its own choice of format. */
  readonly onFormat: ((output: SplitSetup["output"]) => void) | null;
}) {
  const { t, format } = useLocale();
  const { model, count } = setup;
  const limits = limitsOf(preset, model);
  const counts = countsOf(model);
  return (
    <div className={css["settings"]}>
      <EngineLadder
        choice={setup.engines}
        task={STEMS_TASK}
        onServer={onServer}
        timeOf={timeOf}
        texts={{ "built-in": { about: t(`panel-separation:limits.${preset}`) } }}
      />
      {model !== null && <ModelTest name={model.name} pace={pace} />}
      {model === null && canBeUnchanged(preset) && (
        <p className={css["note"]}>{t("panel-separation:limits.unchanged")}</p>
      )}
      {model !== null && limits.length > 0 && (
        <p className={css["note"]}>
          {limits[0] === "lead"
            ? t("panel-separation:limits.allVoices")
            : t("panel-separation:limits.net", {
                stem: t(`panel-separation:stem.${limits[0]!}`),
              })}
        </p>
      )}
      {preset === "stems" && (
        <Select
          label={t("panel-separation:count.label")}
          hint={t(`panel-separation:count.${count}`)}
          value={count}
          onChange={({ target }) => setup.setCount(target.value as StemCount)}
        >
          {STEM_COUNTS.filter((one) => counts.includes(one)).map((one) => (
            <option key={one} value={one}>
              {format.number(Number(one))}
            </option>
          ))}
        </Select>
      )}
      {onFormat && (
        <OutputSelect value={setup.output} formats={REQUESTED_FORMATS} onChange={onFormat} />
      )}
    </div>
  );
}
