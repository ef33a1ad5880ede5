import { useLocale } from "../../i18n/context.tsx";
import { Slider } from "../../ui/field/Field.tsx";
import { type Backing, LIMITS } from "./save/backing.ts";
import css from "./lyrics/lyrics.module.css";

/** Level of the guide vocals, key and tempo. */
export function BackingSliders({
  backing: { guide, semitones, tempo },
  onChange,
}: {
  readonly backing: Backing;
  readonly onChange: (change: Partial<Backing>) => void;
}) {
  const { t, format } = useLocale();
  return (
    <div className={css["sliders"]}>
      <Slider
        label={t("panel-karaoke:guide")}
        output={format.percent(guide)}
        min={0}
        max={1}
        step={0.05}
        value={guide}
        onChange={({ target }) => onChange({ guide: target.valueAsNumber })}
      />
      <Slider
        label={t("panel-kit:song.key")}
        output={t("panel-kit:unit.semitones", { count: semitones })}
        min={LIMITS.semitones[0]}
        max={LIMITS.semitones[1]}
        step={1}
        value={semitones}
        onChange={({ target }) => onChange({ semitones: target.valueAsNumber })}
      />
      <Slider
        label={t("panel-kit:song.tempo")}
        output={format.percent(tempo / 100)}
        min={LIMITS.tempo[0]}
        max={LIMITS.tempo[1]}
        step={1}
        value={tempo}
        onChange={({ target }) => onChange({ tempo: target.valueAsNumber })}
      />
    </div>
  );
}
