import { useRef } from "react";
import { tapped } from "../../../../audio/music/tap-tempo.ts";
import { useLocale } from "../../../i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import type { BeatGrid } from "../../../panel-kit/player/metronome.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox, Select, Slider, TextField } from "../../../ui/field/Field.tsx";
import css from "./practice.module.css";
import type { PracticeState } from "./practice.ts";
import { LIMITS, METRES } from "./practice.ts";

/** Another tempo and pitch to play along with, and clicks on the beats. */
export function Practice({
  state,
  onChange,
  time,
}: {
  readonly state: PracticeState;
  readonly onChange: (change: Partial<PracticeState>) => void;
  /** Seconds; the place that is heard. */
  readonly time: () => number;
}) {
  const { t, format } = useLocale();
  const taps = useRef<readonly number[]>([]);
  const { tempo, semitones, grid, metronome, countIn } = state;
  const isMoved = tempo !== 100 || semitones !== 0;
  const change = (part: Partial<BeatGrid>): void => onChange({ grid: { ...grid, ...part } });
  const tap = (): void => {
    taps.current = [...taps.current, time()];
    const found = tapped(taps.current);
    if (found) change(found);
  };
  return (
    <details className={kit["more"]}>
      <summary>{t("panel-separation:practice.title")}</summary>
      <div className={css["columns"]}>
        <div className={css["fields"]}>
          <Slider
            label={t("panel-separation:practice.tempo")}
            output={format.percent(tempo / 100)}
            min={LIMITS.tempo[0]}
            max={LIMITS.tempo[1]}
            step={1}
            value={tempo}
            onChange={({ target }) => onChange({ tempo: target.valueAsNumber })}
          />
          <Slider
            label={t("panel-separation:practice.pitch")}
            output={t("panel-kit:unit.semitones", { count: semitones })}
            min={LIMITS.semitones[0]}
            max={LIMITS.semitones[1]}
            step={1}
            value={semitones}
            onChange={({ target }) => onChange({ semitones: target.valueAsNumber })}
          />
          {isMoved && (
            <div>
              <Button small onClick={() => onChange({ tempo: 100, semitones: 0 })}>
                {t("panel-separation:practice.reset")}
              </Button>
            </div>
          )}
          <p className={kit["soft"]}>{t("panel-separation:practice.note")}</p>
        </div>
        <div className={css["fields"]}>
          <div className={css["beats"]}>
            <TextField
              label={t("panel-separation:practice.bpm")}
              inputMode="decimal"
              type="number"
              min={LIMITS.bpm[0]}
              max={LIMITS.bpm[1]}
              step={0.1}
              value={Math.round(grid.bpm * 10) / 10}
              onChange={({ target }) => {
                const bpm = target.valueAsNumber;
                if (bpm >= LIMITS.bpm[0] && bpm <= LIMITS.bpm[1]) change({ bpm });
              }}
            />
            <Select
              label={t("panel-separation:practice.metre")}
              value={grid.metre}
              onChange={({ target }) => change({ metre: Number(target.value) })}
            >
              {METRES.map((metre) => (
                <option key={metre} value={metre}>
                  {metre}
                </option>
              ))}
            </Select>
            <Button onClick={tap}>{t("panel-separation:practice.tap")}</Button>
            <Button onClick={() => change({ first: time() })}>
              {t("panel-separation:practice.first")}
            </Button>
          </div>
          <Checkbox
            as="switch"
            label={t("panel-separation:practice.metronome")}
            checked={metronome}
            onChange={({ target }) => onChange({ metronome: target.checked })}
          />
          <Checkbox
            as="switch"
            label={t("panel-separation:practice.countIn")}
            checked={countIn}
            onChange={({ target }) => onChange({ countIn: target.checked })}
          />
          <p className={kit["soft"]}>{t("panel-separation:practice.gridNote")}</p>
        </div>
      </div>
    </details>
  );
}
