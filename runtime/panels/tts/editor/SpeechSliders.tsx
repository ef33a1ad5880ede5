import type { ReactNode } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Slider } from "#runtime/ui/field/Field.tsx";
import { MoreSettings } from "#runtime/panel-kit/settings/MoreSettings.tsx";
import { type SpeechSetup, LIMITS } from "./setup.ts";

/** Speed; pitch, length of pauses and further settings in a disclosure. */
export function SpeechSliders({
  setup: { speed, pitch, rests },
  preset,
  hasPitch,
  onChange,
  children,
}: {
  readonly preset: string;
  readonly setup: SpeechSetup;
  /** Studio voices have a fixed pitch. */
  readonly hasPitch: boolean;
  readonly onChange: (change: Partial<SpeechSetup>) => void;
  /** Further settings that most texts do not need. */
  readonly children: ReactNode;
}) {
  const { t, format } = useLocale();
  return (
    <>
      <Slider
        label={t("panel-tts:speed")}
        output={format.percent(speed / 100)}
        min={LIMITS.speed[0]}
        max={LIMITS.speed[1]}
        step={5}
        value={speed}
        onChange={({ target }) => onChange({ speed: target.valueAsNumber })}
      />
      <MoreSettings of={["tts", preset]}>
        {hasPitch && (
          <Slider
            label={t("panel-tts:pitch")}
            output={t("panel-kit:unit.semitones", { count: pitch })}
            min={LIMITS.pitch[0]}
            max={LIMITS.pitch[1]}
            step={1}
            value={pitch}
            onChange={({ target }) => onChange({ pitch: target.valueAsNumber })}
          />
        )}
        <Slider
          label={t("panel-tts:rests")}
          output={format.percent(rests / 100)}
          min={LIMITS.rests[0]}
          max={LIMITS.rests[1]}
          step={10}
          value={rests}
          onChange={({ target }) => onChange({ rests: target.valueAsNumber })}
        />
        {children}
      </MoreSettings>
    </>
  );
}
