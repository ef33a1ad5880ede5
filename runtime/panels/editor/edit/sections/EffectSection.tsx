import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { ProgressArc } from "#runtime/ui/Feedback.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import css from "../context/edit.module.css";
import { EDIT_EFFECTS } from "../project/edit-effects.ts";
import { EffectFields } from "./EffectFields.tsx";
import { useEffectChoice } from "./use-effect-choice.ts";
import { PREVIEW_SECONDS, useEffectPreview } from "./use-effect-preview.ts";

/** Effects on the selection, with a preview before they are applied. */
export function EffectSection() {
  const { t, format } = useLocale();
  const choice = useEffectChoice();
  const { id, effect } = choice;
  const preview = useEffectPreview(choice);
  const { target, isPreviewing, done } = preview;
  const isBusy = done !== "idle";
  return (
    <div className={css["sectionBody"]}>
      <Select
        label={t("panel-editor:effect.label")}
        value={id}
        onChange={({ target: { value } }) => {
          preview.stop();
          choice.setId(value);
        }}
      >
        {Object.keys(EDIT_EFFECTS).map((name) => (
          <option key={name} value={name}>
            {t(`panel-kit:effect.${name}.name`)}
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
        <Button disabled={!target || !effect} onClick={preview.start}>
          {t("panel-editor:effect.listen")}
        </Button>
        <Button disabled={!target || !effect || (isBusy && !isPreviewing)} onClick={preview.apply}>
          {t("panel-kit:apply")}
        </Button>
        {isPreviewing && (
          <>
            <Checkbox
              as="switch"
              label={t("panel-editor:effect.after")}
              checked={preview.isAfter}
              onChange={({ target: { checked } }) => preview.compare(checked)}
            />
            <Button onClick={preview.stop}>{t("panel-editor:effect.stop")}</Button>
          </>
        )}
      </div>
      {isBusy && (
        <div className={css["row"]}>
          <ProgressArc value={done} label={t("panel-editor:progress")} size={48} />
          <span>{done === null ? t("panel-kit:stage.working") : format.percent(done)}</span>
          <Button small onClick={preview.cancel}>
            {t("common:zone.cancel")}
          </Button>
        </div>
      )}
      <p className={css["soft"]}>
        {t("panel-editor:effect.hint", { time: format.duration(PREVIEW_SECONDS) })}
      </p>
    </div>
  );
}
