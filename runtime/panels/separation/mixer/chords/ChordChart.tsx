import { useMemo, useState } from "react";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { type ChartBar, chartOf, type SongChart } from "#audio/music/chart/chart.ts";
import { nameOfChord, type NoteNaming } from "#audio/music/chart/spelling.ts";
import {
  changeQuality,
  editChart,
  transposeChart,
  transposeChord,
} from "#audio/music/chart/transpose-chart.ts";
import { writeChordSheet } from "#audio/music/chart/write-chord-sheet.ts";
import { writeMidi } from "#audio/music/chart/write-midi.ts";
import { writeMusicXml } from "#audio/music/chart/write-music-xml.ts";
import { type Chord, QUALITIES, type Quality } from "#audio/music/chords/chord.ts";
import type { Key } from "#audio/music/key.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { useStoredState } from "#runtime/panel-kit/settings/use-settings-store.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Checkbox, Select, Slider } from "#runtime/ui/field/Field.tsx";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import kit from "../../../../panel-kit/layout/kit.module.css";
import { type ChordView, MAX_CAPO, parseView, serializeView } from "./chord-view.ts";
import { ChordGrid } from "./ChordGrid.tsx";
import css from "./chords.module.css";

/** Names of the notes in each naming. */
const NAMINGS: Readonly<Record<NoteNaming, string>> = {
  international: "C D E F G A B",
  german: "C D E F G A H",
};
const NO_CHORD = "N.C.";

export interface ChordChartProps {
  readonly song: SongAnalysis;
  /** Name of the song's files, without an ending. */
  readonly name: string;
  /** Id of the job, for which corrections are stored. */
  readonly job: string;
  readonly workspace: WorkspaceStore;
  /** By which playback is transposed. */
  readonly semitones: number;
  /** Position of the playhead in seconds. */
  readonly time: number;
  readonly onSeek: (time: number) => void;
}

/** The chords of a song over its bars: to follow, to correct, and to save. */
export default function ChordChart({
  song,
  name,
  job,
  workspace,
  semitones,
  time,
  onSeek,
}: ChordChartProps) {
  const { t } = useLocale();
  const [view, setView] = useStoredState<ChordView>({
    workspace,
    name: "chords",
    id: job,
    read: parseView,
    write: serializeView,
  });
  const [selected, select] = useState<number | null>(null);
  const found = useMemo(() => chartOf(song), [song]);
  const corrected = useMemo(() => editChart(found, view.edits), [found, view.edits]);
  const moved = semitones - view.capo;
  const shown = useMemo(
    () => transposeChart(corrected, { semitones: moved, simple: view.simple }),
    [corrected, moved, view.simple],
  );
  const saveFile = useSaveFile();
  const change = (part: Partial<ChordView>): void => setView((now) => ({ ...now, ...part }));
  const write = (data: BlobPart, ending: string): void =>
    void saveFile(new Blob([data]), `${name}.${ending}`);
  return (
    <div className={css["chords"]}>
      <ViewFields view={view} onChange={change} />
      <ChordGrid
        chart={shown}
        naming={view.naming}
        time={time}
        selected={selected}
        onSelect={(beat) => {
          select(beat);
          onSeek(found.beats[beat]!);
        }}
      />
      {selected !== null && (
        <Correction
          chord={chordAt(corrected, selected)}
          view={view}
          moved={moved}
          keyOf={barAt(shown, selected)?.key ?? null}
          isEdited={Object.hasOwn(view.edits, selected)}
          onEdit={(chord) => change({ edits: { ...view.edits, [selected]: chord } })}
          onRestore={() => {
            const { [selected]: _, ...edits } = view.edits;
            change({ edits });
          }}
        />
      )}
      <p className={kit["soft"]}>{t("panel-separation:chords.note")}</p>
      <div className={css["buttons"]}>
        <Button
          small
          onClick={() => write(writeChordSheet(shown, { title: name, naming: view.naming }), "cho")}
        >
          {t("panel-separation:chords.sheet")}
        </Button>
        <Button
          small
          onClick={() =>
            write(writeMusicXml(shown, { title: name, software: document.title }), "musicxml")
          }
        >
          {t("panel-separation:chords.musicXml")}
        </Button>
        <Button
          small
          onClick={() => write(new Uint8Array(writeMidi(corrected, { title: name })), "mid")}
        >
          {t("panel-separation:chords.midi")}
        </Button>
      </div>
    </div>
  );
}

/** Capo, names of notes, and simplification. */
function ViewFields({
  view,
  onChange,
}: {
  readonly view: ChordView;
  readonly onChange: (change: Partial<ChordView>) => void;
}) {
  const { t } = useLocale();
  return (
    <div className={css["fields"]}>
      <Slider
        label={t("panel-separation:chords.capo")}
        output={String(view.capo)}
        min={0}
        max={MAX_CAPO}
        step={1}
        value={view.capo}
        onChange={({ target }) => onChange({ capo: target.valueAsNumber })}
      />
      <Select
        label={t("panel-separation:chords.naming")}
        value={view.naming}
        onChange={({ target }) => onChange({ naming: target.value as NoteNaming })}
      >
        {Object.entries(NAMINGS).map(([naming, notes]) => (
          <option key={naming} value={naming}>
            {notes}
          </option>
        ))}
      </Select>
      <Checkbox
        label={t("panel-separation:chords.simple")}
        checked={view.simple}
        onChange={({ target }) => onChange({ simple: target.checked })}
      />
    </div>
  );
}

const barAt = ({ bars }: SongChart, beat: number): ChartBar | undefined =>
  bars.findLast(({ start }) => start <= beat);

/** The chord that begins at a beat of a chart. */
function chordAt(chart: SongChart, beat: number): Chord | null {
  const bar = barAt(chart, beat);
  return bar?.chords.find((one) => bar.start + one.beat === beat)?.chord ?? null;
}

/** Fields for another chord in place of the selected one. */
function Correction({
  chord,
  view: { naming },
  moved,
  keyOf,
  isEdited,
  onEdit,
  onRestore,
}: {
  readonly chord: Chord | null;
  readonly view: ChordView;
  /** Semitones from the song's own chords to those that are shown. */
  readonly moved: number;
  readonly keyOf: Key | null;
  readonly isEdited: boolean;
  readonly onEdit: (chord: Chord | null) => void;
  readonly onRestore: () => void;
}) {
  const { t, format } = useLocale();
  const shown = chord && transposeChord(chord, moved);
  const edit = (changed: Chord): void => onEdit(transposeChord(changed, -moved));
  const base: Chord = shown ?? { root: 0, quality: "major" };
  return (
    <div className={css["fields"]}>
      <Select
        label={t("panel-separation:chords.root")}
        value={shown ? shown.root : ""}
        onChange={({ target }) =>
          target.value === ""
            ? onEdit(null)
            : edit({ root: Number(target.value), quality: base.quality })
        }
      >
        <option value="">{NO_CHORD}</option>
        {Array.from({ length: 12 }, (_, at) => (
          <option key={at} value={at}>
            {format.ordered(nameOfChord({ root: at, quality: "major" }, keyOf, naming))}
          </option>
        ))}
      </Select>
      <Select
        label={t("panel-separation:chords.quality")}
        value={base.quality}
        disabled={!shown}
        onChange={({ target }) => edit(changeQuality(base, target.value as Quality))}
      >
        {(Object.keys(QUALITIES) as Quality[]).map((quality) => (
          <option key={quality} value={quality}>
            {format.ordered(nameOfChord(changeQuality(base, quality), keyOf, naming))}
          </option>
        ))}
      </Select>
      {isEdited && (
        <div>
          <Button small onClick={onRestore}>
            {t("panel-separation:chords.restore")}
          </Button>
        </div>
      )}
    </div>
  );
}
