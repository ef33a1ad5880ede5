import CornerUpRight from "lucide-react/icons/corner-up-right";
import Download from "lucide-react/icons/download";
import FileArchive from "lucide-react/icons/file-archive";
import { useLocale, useT } from "../../i18n/context.tsx";
import kit from "../../panel-kit/layout/kit.module.css";
import { MadeMark } from "../../panel-kit/layout/Remark.tsx";
import { ChangedSound } from "../../panel-kit/result/ChangedSound.tsx";
import { EngineInfo } from "../../panel-kit/result/EngineInfo.tsx";
import { useRendering } from "../../panel-kit/save/use-rendering.ts";
import { useSaving } from "../../panel-kit/save/use-saving.ts";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { JobResult, Saving, TrayFile } from "../../contract/file.ts";
import { stemLength } from "../../contract/texts.ts";
import { leaveInEditor } from "./open-in-editor.ts";

/** A cover beside its song, with its stems. Keyed by the job. */
export function CoverResult({
  file,
  results,
  cover,
  onFormat,
}: {
  readonly file: TrayFile;
  /** Results of the job. */
  readonly results: readonly JobResult[];
  readonly cover: JobResult;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const t = useT();
  return (
    <ChangedSound file={file} result={cover} onFormat={onFormat}>
      {(record) => (
        <>
          <Parts name={file.name} results={results} />
          <EngineInfo model={record?.model} runsWith={record?.runsWith} />
          <MadeMark title={t("panel-cover:mark.title")} text={t("panel-cover:mark.text")} />
        </>
      )}
    </ChangedSound>
  );
}

/** Saves the stems of the cover, or opens it in the editor. */
function Parts({
  name,
  results,
}: {
  /** Name of the song. */
  readonly name: string;
  readonly results: readonly JobResult[];
}) {
  const { t, format } = useLocale();
  const { files, router, tools } = useWorkspace();
  const voice = useSaving();
  const all = useSaving();
  const sending = useRendering();
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
