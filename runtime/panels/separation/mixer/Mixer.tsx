import { useCallback, useState } from "react";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { type LocaleValue, useLocale, useT } from "#runtime/i18n/context.tsx";
import type { RunRecord } from "#runtime/audio/records.ts";
import { SoundSection } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { useStemPlayer } from "#runtime/panel-kit/player/use-stem-player.ts";
import { EngineInfo } from "#runtime/panel-kit/result/EngineInfo.tsx";
import { ResultNotes } from "#runtime/panel-kit/result/ResultNotes.tsx";
import { useRecords } from "#runtime/panel-kit/result/use-records.ts";
import { useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { useSaving } from "#runtime/panel-kit/save/use-saving.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { Saving, TrayFile } from "#runtime/contract/file.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import { stemLength } from "#runtime/contract/texts.ts";
import { isAudible } from "./mix.ts";
import { Chords } from "./chords/Chords.tsx";
import css from "./mixer.module.css";
import { MixerKeys } from "./MixerKeys.tsx";
import { Practice } from "./practice/Practice.tsx";
import { DEFAULT_GRID } from "./practice/practice.ts";
import { SaveBar } from "./SaveBar.tsx";
import { joined, songFacts } from "./practice/song-facts.ts";
import { type StemResult, StemRows } from "./StemRows.tsx";
import { Transport } from "./Transport.tsx";
import { useFoundSong } from "./practice/use-found-song.ts";
import { useMixer } from "./use-mixer.ts";
import { isVideoSaved, useSaveMix } from "./use-save-mix.ts";

/** The stems of a song, to play, mix and save. Keyed by the job, whose first results it retains. */
export function Mixer({
  job,
  workspace,
  file,
  results,
  muted,
  onFormat,
}: {
  /** The job for which the settings are stored. */
  readonly job: Pick<SteadyJob, "id" | "unchanged">;
  readonly workspace: WorkspaceStore;
  readonly file: TrayFile;
  readonly results: readonly StemResult[];
  /** Stems that are muted by default. */
  readonly muted: readonly string[];
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const locale = useLocale();
  const { jobs } = useWorkspace();
  // The queue replaces these objects with every progress message.
  const [given] = useState(results);
  const open = useCallback(
    () => Promise.all(given.map((result) => jobs.openResult(result))),
    [jobs, given],
  );
  const { player, state, failed } = useStemPlayer(open);
  const record = useRecords(results).get(results[0]!.id) ?? null;
  const saving = results.find((result) => result.saving)!.saving!;
  const { seconds: duration } = saving;
  const mixer = useMixer(
    { job: job.id, stems: results.map(({ role }) => role), muted, duration, workspace },
    player,
  );
  const found = useFoundSong(file, mixer.offerGrid);
  const song = found === "unreadable" ? null : found;
  const zipping = useSaving();
  const { write, ...mixing } = useSaveMix();
  const saveFile = useSaveFile();

  const toggle = (): void => (state.playing ? player?.pause() : player?.play());
  const mixToSave = { mix: mixer.mix, results, name: file.name, saving, pace: mixer.pace };
  const canMix = results.some((_, at) => isAudible(mixer.mix, at));
  const name = file.name.slice(0, stemLength(file.name));
  return (
    <SoundSection
      label={locale.t("panel-separation:title")}
      name={file.name}
      facts={factsOf(locale, { duration, count: results.length, song })}
    >
      <MixerKeys player={player} mixer={mixer} onToggle={toggle} />
      {failed && <Notice weight="bad">{locale.t("panel-separation:failed")}</Notice>}
      <Transport
        playing={state.playing}
        disabled={!player}
        time={state.time}
        duration={duration}
        side={mixer.side}
        loop={mixer.loop}
        isLooping={mixer.isLooping}
        onToggle={toggle}
        onSide={mixer.setSide}
        onLoop={() => mixer.toggleLoop(state.time)}
      />
      <StemRows
        file={file}
        results={results}
        mixer={mixer}
        player={player}
        state={state}
        duration={duration}
        saving={saving}
      />
      <MonoNotice record={record} />
      <ResultNotes record={record} />
      <Practice
        state={mixer.practice}
        song={song}
        isVideo={isVideoSaved(saving)}
        onChange={mixer.setPractice}
        time={() => player?.getState().time ?? 0}
      />
      <Chords
        {...{ name, workspace }}
        song={found}
        job={job.id}
        semitones={mixer.practice.semitones}
        time={state.time}
        onSeek={(time) => player?.seek(time)}
      />
      <SaveBar
        {...{ saving, onFormat, canMix, mixing }}
        main={muted.length > 0 ? "mix" : "stems"}
        unchanged={job.unchanged !== null}
        onMix={() => write(mixToSave, (made) => saveFile(made, made.name))}
        zipping={zipping}
        count={results.length}
        onZip={() => zipping.zip(results, `${name}-stems.zip`)}
      />
      <Foot record={record} onReset={mixer.reset} />
    </SoundSection>
  );
}

function Foot({
  record,
  onReset,
}: {
  readonly record: RunRecord | null;
  readonly onReset: () => void;
}) {
  const t = useT();
  return (
    <div className={css["foot"]}>
      <Button small onClick={onReset}>
        {t("panel-separation:reset")}
      </Button>
      <EngineInfo model={record?.model} runsWith={record?.runsWith} />
    </div>
  );
}

/** What a mono file means for the built-in engine: models do not depend on stereo position. */
function MonoNotice({ record }: { readonly record: RunRecord | null }) {
  const t = useT();
  if (record?.findings?.figures?.["mono"] !== 1 || record.model) return null;
  return (
    <Notice weight="attention">
      <p>{t("panel-kit:mono")}</p>
    </Notice>
  );
}

/** Length, number of stems, tempo and key. */
function factsOf(
  { t, format }: LocaleValue,
  {
    duration,
    count,
    song,
  }: { readonly duration: number; readonly count: number; readonly song: SongAnalysis | null },
): string {
  const { tempo, key } = songFacts(song, DEFAULT_GRID, { t, format });
  return joined(format.duration(duration), t("panel-separation:stems", { count }), tempo, key);
}
