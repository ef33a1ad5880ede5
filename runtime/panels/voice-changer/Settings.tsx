import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Slider } from "../../ui/field/Field.tsx";
import css from "./panel.module.css";
import { Picker } from "./Picker.tsx";
import { semitones } from "./texts.ts";
import type { ChangeSetup } from "./use-voice-setup.ts";
import { type VoiceSetup, LIMITS } from "./voice-setup.ts";

/** A preset, and adjustments to it. */
export function Settings({
  setup,
  change,
}: {
  readonly setup: VoiceSetup;
  readonly change: ChangeSetup;
}) {
  const t = useT();
  const isMoved = setup.semitones !== 0 || setup.cents !== 0 || setup.formant !== 0;
  return (
    <>
      <Picker value={setup.preset} onChange={(preset) => change({ preset })} />
      <div className={css["sliders"]}>
        <Slider
          label={t("panel-kit:effect.voice.pitch.label")}
          hint={t("panel-kit:effect.voice.pitch.hint")}
          output={semitones(t, setup.semitones)}
          {...range("semitones", 1)}
          value={setup.semitones}
          onChange={({ target }) => change({ semitones: target.valueAsNumber })}
        />
        <Slider
          label={t("panel-voice-changer:cents.label")}
          hint={t("panel-voice-changer:cents.hint")}
          output={t("panel-kit:unit.cents", { count: setup.cents })}
          {...range("cents", 1)}
          value={setup.cents}
          onChange={({ target }) => change({ cents: target.valueAsNumber })}
        />
        <Slider
          label={t("panel-kit:effect.voice.formant.label")}
          hint={t("panel-kit:effect.voice.formant.hint")}
          output={semitones(t, setup.formant)}
          {...range("formant", 0.5)}
          value={setup.formant}
          onChange={({ target }) => change({ formant: target.valueAsNumber })}
        />
      </div>
      {isMoved && (
        <div>
          <Button small onClick={() => change({ semitones: 0, cents: 0, formant: 0 })}>
            {t("panel-voice-changer:reset")}
          </Button>
        </div>
      )}
    </>
  );
}

const range = (name: keyof typeof LIMITS, step: number) => ({
  min: LIMITS[name].min,
  max: LIMITS[name].max,
  step,
});
