import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { ProgressArc } from "#runtime/ui/Feedback.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import css from "../desk/edit.module.css";
import { EDIT_EFFECTS } from "../project/edit-effects.ts";
import { EffectFields } from "./EffectFields.tsx";
import { useEffectChoice } from "./use-effect-choice.ts";
import { type EffectTrialProps, SAMPLE, useEffectTrial } from "./use-effect-trial.ts";

/** Effects on what is selected: heard first, then applied. */
export function EffectBox(props: EffectTrialProps) {
  const { t, format } = useLocale();
  const choice = useEffectChoice();
  const { id, effect } = choice;
  const trial = useEffectTrial(props, choice);
  const { target, isTrial, done } = trial;
  const isBusy = done !== "idle";
  return (
    <div className={css["boxBody"]}>
      <Select
        label={t("panel-editor:effect.label")}
        value={id}
        onChange={({ target: { value } }) => {
          trial.drop();
          choice.setId(value);
        }}
      >
        {Object.keys(EDIT_EFFECTS).map((one) => (
          <option key={one} value={one}>
            {t(`panel-kit:effect.${one}.name`)}
          </option>
        ))}
      </Select>
      {effect && (
        <EffectFields
          effect={id}
          parameters={effect.parameters}
          values={choice.values}
          onChange={choice.setValue}
        />
      )}
      {!target && <p className={css["soft"]}>{t("panel-editor:edit.selectFirst")}</p>}
      <div className={css["row"]}>
        <Button disabled={!target || !effect} onClick={trial.listen}>
          {t("panel-editor:effect.listen")}
        </Button>
        <Button
          look="primary"
          disabled={!target || !effect || (isBusy && !isTrial)}
          onClick={trial.apply}
        >
          {t("panel-kit:apply")}
        </Button>
        {isTrial && (
          <>
            <Checkbox
              as="switch"
              label={t("panel-editor:effect.after")}
              checked={trial.isAfter}
              onChange={({ target: { checked } }) => trial.compare(checked)}
            />
            <Button onClick={trial.drop}>{t("panel-editor:effect.stop")}</Button>
          </>
        )}
      </div>
      {isBusy && (
        <div className={css["row"]}>
          <ProgressArc value={done} label={t("panel-editor:progress")} size={48} />
          <span>{done === null ? t("panel-kit:stage.working") : format.percent(done)}</span>
          <Button small onClick={trial.cancel}>
            {t("common:zone.cancel")}
          </Button>
        </div>
      )}
      <p className={css["soft"]}>
        {t("panel-editor:effect.hint", { time: format.duration(SAMPLE) })}
      </p>
    </div>
  );
}
