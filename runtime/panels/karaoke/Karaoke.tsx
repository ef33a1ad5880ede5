import Mic from "lucide-react/icons/mic";
import { useCallback, useEffect, useState } from "react";
import { showAt } from "#core/lyrics/show-at.ts";
import { useLocale } from "../../i18n/context.tsx";
import { SoundSection } from "../../panel-kit/layout/SoundSection.tsx";
import type { StemPlayer } from "../../panel-kit/player/stem-player.ts";
import { Transport } from "../../panel-kit/player/Transport.tsx";
import { useStemPlayer } from "../../panel-kit/player/use-stem-player.ts";
import { EngineInfo } from "../../panel-kit/result/EngineInfo.tsx";
import { useRecords } from "../../panel-kit/result/use-records.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { JobResult, TrayFile } from "../../contract/file.ts";
import { type Backing, levelsOf } from "./save/backing.ts";
import { BackingSliders } from "./BackingSliders.tsx";
import { LineList } from "./lyrics/LineList.tsx";
import { TimingNote } from "./lyrics/TimingNote.tsx";
import { type LyricsText, useLyrics } from "./lyrics/use-lyrics.ts";
import { SaveVideo } from "./save/SaveVideo.tsx";
import { SaveKaraoke } from "./save/SaveKaraoke.tsx";
import { SaveSongFiles } from "./save/SaveSongFiles.tsx";
import { SingView } from "./stage/SingView.tsx";
import { SongWave } from "./stage/SongWave.tsx";

/** A song without its vocals, to play, sing along and save. Keyed by the job. */
export function Karaoke({
  job,
  file,
  stems: given,
  backing,
  onBacking,
  written,
  outdated,
}: {
  /** Whether it was made with another engine than the chosen one. */
  readonly outdated: boolean;
  readonly job: string;
  readonly file: TrayFile;
  readonly stems: readonly [vocals: JobResult, instrumental: JobResult];
  readonly backing: Backing;
  readonly onBacking: (change: Partial<Backing>) => void;
  readonly written: LyricsText;
}) {
  const { t, format } = useLocale();
  const { jobs } = useWorkspace();
  // The queue replaces these objects with every progress message.
  const [stems] = useState(given);
  const open = useCallback(
    () => Promise.all(stems.map((stem) => jobs.openResult(stem))),
    [jobs, stems],
  );
  const { player, state, failed } = useStemPlayer(open);
  const lyrics = useLyrics(job, stems[0], written);
  const [isSinging, setSinging] = useState(false);
  const record = useRecords(stems).get(stems[0].id) ?? null;
  const saving = stems[1].saving!;
  usePlayed(player, backing);
  const { lines } = lyrics;
  const openResult = (stem: JobResult): Promise<File> => jobs.openResult(stem);
  const sound = { name: file.name, backing, stems, saving, openResult };
  const { playing, time } = state;
  const toggle = (): void => (playing ? player?.pause() : player?.play());
  const seek = (seconds: number): void => player?.seek(seconds);
  return (
    <SoundSection
      label={t("panel-karaoke:title")}
      name={file.name}
      facts={format.duration(saving.seconds)}
    >
      {failed && <Notice weight="bad">{t("panel-karaoke:failed")}</Notice>}
      <Transport seconds={saving.seconds} player={player} playing={playing} time={time}>
        <Button
          icon={<Mic />}
          disabled={!player}
          onClick={() => {
            setSinging(true);
            player?.play();
          }}
        >
          {t("panel-karaoke:sing.open")}
        </Button>
      </Transport>
      <SongWave file={file} instrumental={stems[1]} time={time} onSeek={seek} />
      <BackingSliders backing={backing} onChange={onBacking} />
      <TimingNote timing={lyrics.timing} canTime={lyrics.canTime} onTime={lyrics.time} />
      {lines.length > 0 && (
        <LineList
          lines={lines}
          shown={showAt(lines, time).line}
          time={() => player?.getState().time ?? 0}
          onChange={lyrics.change}
          onSeek={seek}
          onPlay={() => player?.play()}
        />
      )}
      <SaveKaraoke sound={sound} lines={lines} outdated={outdated} />
      {lines.length > 0 && <SaveVideo file={file} sound={sound} lines={lines} />}
      <SaveSongFiles file={file} sound={sound} lines={lines} />
      <EngineInfo model={record?.model} runsWith={record?.runsWith} />
      {isSinging && player && (
        <SingView
          vocals={stems[0]}
          player={player}
          backing={backing}
          seconds={saving.seconds}
          name={file.name}
          lines={lines}
          playing={playing}
          time={time}
          onToggle={toggle}
          onSeek={seek}
          onClose={() => setSinging(false)}
        />
      )}
    </SoundSection>
  );
}

/** Applies the settings to the player at once. */
function usePlayed(player: StemPlayer | null, { guide, semitones, tempo }: Backing): void {
  useEffect(() => {
    if (player) player.mix(levelsOf(guide), 1);
  }, [player, guide]);
  useEffect(() => {
    if (player) player.pace({ tempo: tempo / 100, semitones });
  }, [player, tempo, semitones]);
}
