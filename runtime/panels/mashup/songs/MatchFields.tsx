import type { Match } from "#audio/music/match-songs.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { Slider, TextField } from "#runtime/ui/field/Field.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import type { MatchTarget } from "./stored-setup.ts";
import { BPM, SEMITONES } from "./limits.ts";
import type { CountedSong } from "./song-state.ts";

/** Common tempo and pitch of the songs. */
export function MatchFields({
  match,
  songs,
  semitones,
  onChange,
}: {
  readonly match: Match;
  readonly songs: readonly CountedSong[];
  /** Additional transposition of all songs. */
  readonly semitones: number;
  readonly onChange: (change: MatchTarget) => void;
}) {
  const t = useT();
  const bars = new Set(songs.map(({ beats }) => beats.beatsPerBar));
  return (
    <div className={kit["settings"]}>
      <TextField
        label={t("panel-mashup:matchTempo")}
        hint={t(bars.size > 1 ? "panel-mashup:otherBars" : "panel-kit:song.estimates")}
        type="number"
        inputMode="decimal"
        min={BPM[0]}
        max={BPM[1]}
        step={0.1}
        value={match.bpm}
        onChange={({ target }) => {
          const bpm = target.valueAsNumber;
          if (bpm >= BPM[0] && bpm <= BPM[1]) onChange({ bpm });
        }}
      />
      <Slider
        label={t("panel-mashup:matchPitch")}
        output={t("panel-kit:unit.semitones", { count: semitones })}
        min={SEMITONES[0]}
        max={SEMITONES[1]}
        step={1}
        value={semitones}
        onChange={({ target }) => onChange({ semitones: target.valueAsNumber })}
      />
    </div>
  );
}
