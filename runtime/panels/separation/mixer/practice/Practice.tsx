import { useRef } from "react";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { tempoFromTaps } from "#audio/music/tap-tempo.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import kit from "../../../../panel-kit/layout/kit.module.css";
import type { BeatGrid } from "#runtime/panel-kit/player/metronome.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Checkbox, Select, Slider, TextField } from "#runtime/ui/field/Field.tsx";
import css from "./practice.module.css";
import { type PracticeState, LIMITS, BEATS_PER_BAR } from "./practice.ts";
import { joined, songFacts } from "./song-facts.ts";

interface PracticeProps {
  readonly state: PracticeState;
  readonly onChange: (change: Partial<PracticeState>) => void;
  /** Position of the playhead in seconds. */
  readonly time: () => number;
}

/** Tempo, pitch and metronome for practicing. */
export function Practice({
  state,
  song,
  isVideo,
  onChange,
  time,
}: PracticeProps & {
  /** Null until it has been analyzed, or if it cannot be. */
  readonly song: SongAnalysis | null;
  /** Whether the mix is saved with a video, which keeps its tempo. */
  readonly isVideo: boolean;
}) {
  const locale = useLocale();
  const { t, format } = locale;
  const { tempo, semitones } = state;
  const facts = songFacts(song, state, locale);
  const isMoved = tempo !== 100 || semitones !== 0;
  return (
    <details className={kit["more"]}>
      <summary>{t("panel-separation:practice.title")}</summary>
      <div className={css["columns"]}>
        <div className={css["fields"]}>
          <Slider
            label={t("panel-kit:song.tempo")}
            output={joined(format.percent(tempo / 100), facts.tempo)}
            min={LIMITS.tempo[0]}
            max={LIMITS.tempo[1]}
            step={1}
            value={tempo}
            onChange={({ target }) => onChange({ tempo: target.valueAsNumber })}
          />
          <Slider
            label={t("panel-kit:song.key")}
            output={joined(t("panel-kit:unit.semitones", { count: semitones }), facts.key)}
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
          <p className={kit["soft"]}>
            {t(`panel-separation:practice.${isVideo ? "note" : "noteMix"}`)}
            {(facts.tempo ?? facts.key) !== null && ` ${t("panel-kit:song.estimates")}`}
          </p>
        </div>
        <BeatFields state={state} onChange={onChange} time={time} />
      </div>
    </details>
  );
}

/** Position of the beats, and settings of the metronome. */
function BeatFields({ state, onChange, time }: PracticeProps) {
  const { t } = useLocale();
  const taps = useRef<readonly number[]>([]);
  const { grid, metronome, countIn } = state;
  const change = (part: Partial<BeatGrid>): void => onChange({ grid: { ...grid, ...part } });
  const tap = (): void => {
    taps.current = [...taps.current, time()];
    const found = tempoFromTaps(taps.current);
    if (found) change(found);
  };
  return (
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
          label={t("panel-kit:song.beatsPerBar")}
          value={grid.metre}
          onChange={({ target }) => change({ metre: Number(target.value) })}
        >
          {BEATS_PER_BAR.map((beatsPerBar) => (
            <option key={beatsPerBar} value={beatsPerBar}>
              {beatsPerBar}
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
  );
}
