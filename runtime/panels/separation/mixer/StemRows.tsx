import Download from "lucide-react/icons/download";
import { useCallback, useMemo, useState } from "react";
import { usePeaks } from "#runtime/audio/use-peaks.ts";
import { gainOf } from "#runtime/audio/waveform/columns.ts";
import { useT } from "#runtime/i18n/context.tsx";
import type { PlayerState } from "#runtime/panel-kit/player/player.ts";
import type { StemPlayer } from "#runtime/panel-kit/player/stem-player.ts";
import { useSaving } from "#runtime/panel-kit/save/use-saving.ts";
import { IconButton } from "#runtime/ui/Button.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult, Saving, TrayFile } from "#runtime/contract/file.ts";
import { MasterRow } from "./MasterRow.tsx";
import { isAudible } from "./mix.ts";
import css from "./mixer.module.css";
import { SendMenu } from "./SendMenu.tsx";
import { StemLane, useLanePress } from "./StemLane.tsx";
import { StemRow } from "./StemRow.tsx";
import type { Mixer } from "./use-mixer.ts";
import { useSaveMix } from "./use-save-mix.ts";

/** A stem of a separated song. */
export type StemResult = JobResult & { readonly role: string };

/** All stems, and above them the song. */
export function StemRows({
  file,
  results,
  mixer,
  player,
  state,
  duration,
  saving,
}: {
  readonly file: TrayFile;
  readonly results: readonly StemResult[];
  readonly mixer: Mixer;
  readonly player: StemPlayer | null;
  readonly state: PlayerState;
  /** Seconds. */
  readonly duration: number;
  /** Saved format of the mix. */
  readonly saving: Saving;
}) {
  const t = useT();
  const { files, report } = useWorkspace();
  const open = useCallback(() => files.open(file.id), [files, file.id]);
  const song = usePeaks(open);
  const gain = useMemo(() => (song ? gainOf([song.peaks]) : 1), [song]);
  const { save, done } = useSaving();
  const { write } = useSaveMix();
  const press = useLanePress(duration, {
    onSeek: (time) => player?.seek(time),
    onRange: mixer.mark,
  });
  const sendMix = (go: () => Promise<void>): void =>
    write({ mix: mixer.mix, results, name: file.name, saving, pace: mixer.pace }, async (made) => {
      await go();
      files.add([made], "result");
    });
  const { time } = state;
  const loop = mixer.loop && { ...mixer.loop, isOn: mixer.isLooping };
  const lane = { gain, duration, time, loop, press };
  return (
    <div className={css["mixer"]}>
      <div className={css["rows"]} data-side={mixer.side}>
        <MasterRow
          player={player}
          playing={state.playing}
          gain={mixer.mix.master}
          onGain={mixer.setMaster}
          duration={duration}
          time={time}
          lane={<StemLane {...lane} peaks={song} tone="original" />}
          actions={<SendMenu label={t("panel-separation:send.mix")} onSend={sendMix} />}
        />
        {results.map((result, at) => {
          const name = t(`panel-separation:stem.${result.role}`);
          const audible = isAudible(mixer.mix, at);
          return (
            <StemRow
              key={result.id}
              name={name}
              mix={mixer.mix.stems[at]!}
              isAudible={audible}
              selected={mixer.selected === at}
              onSelect={() => mixer.select(at)}
              onChange={(change) => mixer.change(at, change)}
              lane={<StemPeaks {...lane} result={result} tone={audible ? "kept" : "removed"} />}
              actions={
                <>
                  <IconButton
                    label={t("panel-separation:save.one", { name })}
                    disabled={done !== null}
                    onClick={() => save([result])}
                  >
                    <Download />
                  </IconButton>
                  <SendMenu
                    label={t("panel-separation:send.one", { name })}
                    onSend={(go) => void go().then(() => files.addResult(result), report)}
                  />
                </>
              }
            />
          );
        })}
      </div>
    </div>
  );
}

/** The lane of one stem with its waveform. */
function StemPeaks({
  result,
  ...lane
}: Omit<Parameters<typeof StemLane>[0], "peaks"> & { readonly result: StemResult }) {
  const { jobs } = useWorkspace();
  // The queue replaces this object with every progress message.
  const [given] = useState(result);
  const open = useCallback(() => jobs.openResult(given), [jobs, given]);
  return <StemLane {...lane} peaks={usePeaks(open)} />;
}
