import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { nameOfKey } from "#audio/music/chart/spelling.ts";
import type { Key } from "#audio/music/key.ts";
import type { Shift } from "#audio/music/match-songs.ts";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { moveBeats, type SongBeats } from "#audio/music/song-beats.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { keysText } from "#runtime/audio/song/keys-text.ts";
import { useSong } from "#runtime/audio/song/use-song.ts";
import { usePeaks } from "#runtime/audio/use-peaks.ts";
import type { PeaksResult } from "#runtime/audio/worker/results.ts";
import { WaveformView } from "#runtime/audio/waveform/WaveformView.tsx";
import { type LocaleValue, useLocale, useT } from "#runtime/i18n/context.tsx";
import { SoundSection, WaveformPlaceholder } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { useLoopPlayer } from "#runtime/panel-kit/player/use-loop-player.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { canTake, TAKES, type Take } from "./params.ts";
import { BeatLines } from "./BeatLines.tsx";
import { BeatFields } from "./BeatFields.tsx";
import { keysOf, setupOf, takeOf, type SongSetup } from "./song-state.ts";
import css from "./songs.module.css";

/** How a song is changed to match the others. */
export interface Fit {
  /** Tempo factor. */
  readonly tempo: number;
  readonly shifts: readonly Shift[];
}

const KEYS = (["major", "minor"] as const).flatMap((mode) =>
  Array.from({ length: 12 }, (_, tonic) => ({ tonic, mode, from: 0 })),
);
/** Properties of a song that has not been analyzed, for its disabled fields. */
const NOT_ANALYZED = { beats: null, keys: [], seconds: 0 };
/** Value of the option that uses the key of each section. */
const SECTIONS = "sections";
const nameOf = (keys: readonly Key[]): string =>
  keys.length > 1 ? SECTIONS : keys.map(({ tonic, mode }) => `${tonic} ${mode}`).join("");

/**
 * A song of the mashup: the part that is used, and its detected tempo, beats and key, with
 * corrections.
 */
export function SongCard({
  file,
  at,
  setup,
  net,
  fit,
  onFound,
  onChange,
}: {
  readonly file: TrayFile;
  /** Index among the songs. */
  readonly at: number;
  /** Null until it has been analyzed. */
  readonly setup: SongSetup | null;
  /** The model that separates songs; null for the built-in engine. */
  readonly net: OfferedModel | null;
  /** Null without a match; `"pending"` until the songs have been analyzed. */
  readonly fit: Fit | "pending" | null;
  readonly onFound: (setup: SongSetup) => void;
  /** Called with corrections. */
  readonly onChange: (setup: SongSetup) => void;
}) {
  const locale = useLocale();
  const { t, format } = locale;
  const { files } = useWorkspace();
  const open = useCallback(() => files.open(file.id), [files, file.id]);
  const song = useSong(open);
  const peaks = usePeaks(open);
  const { sound, state } = useLoopPlayer(open);
  const player = sound?.player ?? null;
  const onFoundRef = useRef(onFound);
  useEffect(() => {
    onFoundRef.current = onFound;
  });
  const isNew = setup === null && song !== null && song !== "unreadable";
  useEffect(() => {
    if (isNew) onFoundRef.current(setupOf(song, at));
  }, [isNew, song, at]);

  const shown = setup ?? { ...NOT_ANALYZED, take: takeOf(at) };
  const beats = setup?.beats ?? null;
  const hasBeat = (beats?.beats.length ?? 0) > 1;
  const found = song === "unreadable" ? null : song;
  const isDrifting = found?.beat?.steady === false;
  return (
    <SoundSection
      label={file.name}
      name={file.name}
      facts={
        song === null ? (
          <output>{t("panel-mashup:finding")}</output>
        ) : (
          peaks && format.duration(peaks.duration)
        )
      }
    >
      <SongWave
        name={file.name}
        peaks={peaks}
        time={state.time}
        beats={hasBeat ? beats : null}
        onSeek={(time) => player?.seek(time)}
        onMove={(by) => onChange({ ...setup!, beats: moveBeats(beats!, by, setup!.seconds) })}
      />
      {song === "unreadable" && <Notice weight="bad">{t("panel-mashup:unreadable")}</Notice>}
      {setup && !hasBeat && <Notice weight="attention">{t("panel-mashup:noBeat")}</Notice>}
      {song !== "unreadable" && (
        // The fields are there before the analysis: fields that appear would move the next song.
        <fieldset className={css["corrections"]} disabled={setup === null}>
          <SongFields setup={shown} found={found} net={net} onChange={onChange} />
          <BeatFields
            setup={shown}
            play={
              <Button
                icon={state.playing ? <Pause /> : <Play />}
                disabled={!player}
                onClick={() => (state.playing ? player?.pause() : player?.play())}
              >
                {t(state.playing ? "panel-kit:pause" : "panel-kit:play")}
              </Button>
            }
            time={() => player?.getState().time ?? 0}
            onChange={onChange}
          />
          {isDrifting && <p className={css["soft"]}>{t("panel-mashup:drifts")}</p>}
          {fit !== null && (
            <p className={css["fit"]} data-pending={fit === "pending" || undefined}>
              {fit === "pending"
                ? "\u00A0"
                : t("panel-mashup:fit", {
                    tempo: format.percent(fit.tempo),
                    pitch: shiftsText(fit.shifts, locale),
                  })}
            </p>
          )}
        </fieldset>
      )}
    </SoundSection>
  );
}

/** Transposition of a song; if it changes, with the times of the changes. */
const shiftsText = (
  shifts: readonly Shift[],
  { t, format }: Pick<LocaleValue, "t" | "format">,
): string =>
  format.list(
    shifts.map(({ from, semitones }, at) => {
      const key = t("panel-kit:unit.semitones", { count: semitones });
      return at === 0 ? key : t("panel-kit:song.keyFrom", { key, time: format.clock(from) });
    }),
  );

/** The part that is used of a song, and its key. */
function SongFields({
  setup,
  found,
  net,
  onChange,
}: {
  readonly setup: SongSetup;
  readonly found: SongAnalysis | null;
  readonly net: OfferedModel | null;
  readonly onChange: (setup: SongSetup) => void;
}) {
  const locale = useLocale();
  const { t } = locale;
  const sections = found ? keysOf(found) : [];
  return (
    <div className={css["fields"]}>
      <Select
        label={t("panel-mashup:take.label")}
        value={setup.take}
        onChange={({ target }) => onChange({ ...setup, take: target.value as Take })}
      >
        {TAKES.map((take) => (
          <option key={take} value={take} disabled={!canTake(take, net)}>
            {t(`panel-mashup:take.${take}`)}
          </option>
        ))}
      </Select>
      <Select
        label={t("panel-kit:song.key")}
        value={nameOf(setup.keys)}
        onChange={({ target }) =>
          onChange({
            ...setup,
            keys:
              target.value === SECTIONS
                ? sections
                : KEYS.filter((key) => nameOf([key]) === target.value),
          })
        }
      >
        {sections.length > 1 && <option value={SECTIONS}>{keysText(found!, 0, locale)}</option>}
        <option value="">{t("panel-mashup:unknown")}</option>
        {KEYS.map((key) => (
          <option key={nameOf([key])} value={nameOf([key])}>
            {locale.format.ordered(nameOfKey(key))}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** The waveform of a song with its beats. */
function SongWave({
  name,
  peaks,
  time,
  beats,
  onSeek,
  onMove,
}: {
  readonly name: string;
  readonly peaks: PeaksResult | null;
  readonly time: number;
  /** Null if there are none. */
  readonly beats: SongBeats | null;
  readonly onSeek: (time: number) => void;
  /** @param by seconds by which all beats are delayed */
  readonly onMove: (by: number) => void;
}) {
  const t = useT();
  const waves = useMemo(
    () => (peaks ? [{ peaks: peaks.peaks, tone: "original" as const }] : []),
    [peaks],
  );
  if (!peaks) return <WaveformPlaceholder />;
  return (
    <WaveformView
      waves={waves}
      duration={peaks.duration}
      time={time}
      label={`${t("panel-kit:position")}: ${name}`}
      onSeek={onSeek}
      over={beats && ((view) => <BeatLines song={beats} view={view} onMove={onMove} />)}
    />
  );
}
