import BadgeInfo from "lucide-react/icons/badge-info";
import CornerUpRight from "lucide-react/icons/corner-up-right";
import Download from "lucide-react/icons/download";
import FileArchive from "lucide-react/icons/file-archive";
import { useMemo } from "react";
import { WaveformView } from "../../audio/waveform/WaveformView.tsx";
import { useLocale } from "../../i18n/context.tsx";
import kit from "../../panel-kit/layout/kit.module.css";
import { SoundSection, WaveBone } from "../../panel-kit/layout/SoundSection.tsx";
import { Compare } from "../../panel-kit/result/Compare.tsx";
import { EngineLine } from "../../panel-kit/result/EngineLine.tsx";
import { MatchLoudness } from "../../panel-kit/result/MatchLoudness.tsx";
import { ResultNotes } from "../../panel-kit/result/ResultNotes.tsx";
import { useComparison } from "../../panel-kit/result/use-comparison.ts";
import { Save, SavedSize } from "../../panel-kit/save/Save.tsx";
import { nameToSave } from "../../panel-kit/save/saving.ts";
import { useMaking } from "../../panel-kit/save/use-making.ts";
import { useSaving } from "../../panel-kit/save/use-saving.ts";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { JobResult, Saving, TrayFile } from "../../workspace/contract/file.ts";
import { stemLength } from "../../workspace/contract/texts.ts";
import css from "./cover.module.css";
import { leaveInEditor } from "./open-in-editor.ts";

/** A cover beside its song, and what it is made of. Keyed by the job. */
export function CoverResult({
  file,
  results,
  cover,
  onFormat,
}: {
  readonly file: TrayFile;
  /** Of the job. */
  readonly results: readonly JobResult[];
  readonly cover: JobResult;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const { t, format } = useLocale();
  const { record, input, output, player, state, failed } = useComparison(file, cover);
  const isAfter = state.side === "after" && output !== null;
  const waves = useMemo(() => {
    if (isAfter) return [{ peaks: output.peaks, tone: "kept" as const }];
    return input ? [{ peaks: input.peaks, tone: "original" as const }] : [];
  }, [input, output, isAfter]);
  return (
    <SoundSection
      label={t("panel-kit:result")}
      name={nameToSave(cover)}
      facts={
        input && (
          <>
            {format.duration(input.duration)}
            <SavedSize result={cover} />
          </>
        )
      }
    >
      <Compare player={player} state={state} canSolo={false} failed={failed}>
        <Save result={cover} onFormat={onFormat} />
      </Compare>
      {input ? (
        <WaveformView
          waves={waves}
          duration={input.duration}
          time={state.time}
          label={t("panel-kit:position")}
          onSeek={(time) => player?.seek(time)}
        />
      ) : (
        <WaveBone />
      )}
      {!failed && (
        <div>
          <MatchLoudness player={player} record={record} />
        </div>
      )}
      <Parts name={file.name} results={results} />
      <ResultNotes notes={record?.notes} />
      <EngineLine model={record?.model} runsWith={record?.runsWith} />
      <p className={css["mark"]} data-mark="">
        <BadgeInfo size={20} aria-hidden="true" />
        <span>
          <strong>{t("panel-cover:mark.title")}</strong> {t("panel-cover:mark.text")}
        </span>
      </p>
    </SoundSection>
  );
}

/** Saves what the cover is made of, or opens it in the editor. */
function Parts({
  name,
  results,
}: {
  /** Of the song. */
  readonly name: string;
  readonly results: readonly JobResult[];
}) {
  const { t, format } = useLocale();
  const { files, router, tools } = useWorkspace();
  const voice = useSaving();
  const all = useSaving();
  const sending = useMaking();
  const here = results.filter(({ state }) => state !== "missing");
  const title = name.slice(0, stemLength(name));
  const tracks = (["backing", "voice"] as const).flatMap(
    (part) => here.find(({ role }) => role === part) ?? [],
  );
  const alone = tracks.find(({ role }) => role === "voice");
  const editor = tools.find(
    (one) => one.available && one.panel === "editor" && one.preset === "edit",
  );
  const send = (): void =>
    sending.start(async () => {
      await leaveInEditor(title, tracks, files, Date.now());
      await router.navigate(`${editor!.path}?from=workspace`);
    });
  const textOf = (done: number | null, text: string): string =>
    done === null ? text : t("panel-kit:converting", { part: format.percent(done) });
  return (
    <div className={kit["row"]}>
      {alone && (
        <Button icon={<Download />} busy={voice.done !== null} onClick={() => voice.save([alone])}>
          {textOf(voice.done, t("panel-cover:save.voice"))}
        </Button>
      )}
      {here.length > 1 && (
        <Button
          icon={<FileArchive />}
          busy={all.done !== null}
          onClick={() => all.zip(here, `${title}-cover.zip`)}
        >
          {textOf(all.done, t("panel-cover:save.zip", { count: here.length }))}
        </Button>
      )}
      {editor && tracks.length === 2 && (
        <Button
          icon={<CornerUpRight className="flip" />}
          busy={sending.done !== null}
          onClick={send}
        >
          {t("panel-kit:openEditor")}
        </Button>
      )}
    </div>
  );
}
