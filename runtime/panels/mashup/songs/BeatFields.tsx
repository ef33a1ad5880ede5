import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import ChevronsLeft from "lucide-react/icons/chevrons-left";
import ChevronsRight from "lucide-react/icons/chevrons-right";
import { type ReactNode, useRef } from "react";
import {
  countBeats,
  doubleBeats,
  halveBeats,
  moveBeats,
  shiftBar,
  steadyBeats,
  tempoOf,
} from "#audio/music/song-beats.ts";
import { tempoFromTaps } from "#audio/music/tap-tempo.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { Select, TextField } from "#runtime/ui/field/Field.tsx";
import { NO_BEATS, type SongSetup } from "./song-state.ts";
import css from "./songs.module.css";

/** Range of the tempo in beats per minute, and seconds by which a click moves the beats. */
const BPM = [30, 300] as const;
const NUDGE = 0.01;

/** Fields to correct tempo and beats of a song. */
export function BeatFields({
  setup,
  play,
  time,
  onChange,
}: {
  readonly setup: SongSetup;
  /** Play button of the song, for tapping along. */
  readonly play: ReactNode;
  /** Position of the playhead in seconds. */
  readonly time: () => number;
  readonly onChange: (setup: SongSetup) => void;
}) {
  const t = useT();
  const taps = useRef<readonly number[]>([]);
  const { beats, seconds: duration } = setup;
  const has = beats !== null && beats.beats.length > 1;
  const base = beats ?? NO_BEATS;
  const set = (next: SongSetup["beats"]): void => onChange({ ...setup, beats: next });
  const setTempo = (bpm: number, anchor: number): void =>
    set(steadyBeats(base, { bpm, anchor, duration }));
  const tap = (): void => {
    taps.current = [...taps.current, time()];
    const found = tempoFromTaps(taps.current);
    if (found) setTempo(found.bpm, found.first);
  };
  const iconButton = (key: string, icon: ReactNode, change: () => void) => (
    <IconButton label={t(key)} disabled={!has} onClick={change}>
      {icon}
    </IconButton>
  );
  return (
    <div className={css["grid"]}>
      {play}
      <TextField
        key={has ? "bpm" : "none"}
        label={t("panel-kit:song.tempoField")}
        type="number"
        inputMode="decimal"
        min={BPM[0]}
        max={BPM[1]}
        step={0.1}
        value={has ? Math.round(10 * tempoOf(base)) / 10 : ""}
        onChange={({ target }) => {
          const bpm = target.valueAsNumber;
          if (bpm >= BPM[0] && bpm <= BPM[1]) setTempo(bpm, base.beats[base.first] ?? 0);
        }}
      />
      <Select
        label={t("panel-kit:song.beatsPerBar")}
        value={base.beatsPerBar}
        disabled={!has}
        onChange={({ target }) => set(countBeats(base, Number(target.value) as 2 | 3 | 4))}
      >
        {[2, 3, 4].map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </Select>
      <Button
        aria-label={`÷2 ${t("panel-mashup:half")}`}
        disabled={!has}
        onClick={() => set(halveBeats(base))}
      >
        <bdi dir="ltr">÷2</bdi>
      </Button>
      <Button
        aria-label={`×2 ${t("panel-mashup:double")}`}
        disabled={!has}
        onClick={() => set(doubleBeats(base))}
      >
        <bdi dir="ltr">×2</bdi>
      </Button>
      <Button onClick={tap}>{t("panel-mashup:tap")}</Button>
      <span className={css["grid"]} dir="ltr">
        {iconButton("panel-mashup:barEarlier", <ChevronsLeft />, () => set(shiftBar(base, -1)))}
        {iconButton("panel-mashup:nudgeEarlier", <ChevronLeft />, () =>
          set(moveBeats(base, -NUDGE, duration)),
        )}
        {iconButton("panel-mashup:nudgeLater", <ChevronRight />, () =>
          set(moveBeats(base, NUDGE, duration)),
        )}
        {iconButton("panel-mashup:barLater", <ChevronsRight />, () => set(shiftBar(base, 1)))}
      </span>
    </div>
  );
}
