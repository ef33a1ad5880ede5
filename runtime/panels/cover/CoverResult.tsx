import FileArchive from "lucide-react/icons/file-archive";
import { useT } from "../../i18n/context.tsx";
import kit from "../../panel-kit/layout/kit.module.css";
import { MadeMark } from "../../panel-kit/layout/Remark.tsx";
import { ChangedSound } from "../../panel-kit/result/ChangedSound.tsx";
import { EngineInfo } from "../../panel-kit/result/EngineInfo.tsx";
import { OpenInEditor } from "../../panel-kit/save/OpenInEditor.tsx";
import { SaveButton } from "../../panel-kit/save/SaveButton.tsx";
import { useSaving } from "../../panel-kit/save/use-saving.ts";
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
  const t = useT();
  const { files } = useWorkspace();
  const voice = useSaving();
  const all = useSaving();
  const here = results.filter(({ state }) => state !== "missing");
  const title = name.slice(0, stemLength(name));
  const tracks = (["backing", "voice"] as const).flatMap(
    (part) => here.find(({ role }) => role === part) ?? [],
  );
  const alone = tracks.find(({ role }) => role === "voice");
  return (
    <div className={kit["row"]}>
      {alone && (
        <SaveButton
          label={t("panel-cover:save.voice")}
          rendering={voice}
          onClick={() => voice.save([alone])}
        />
      )}
      {here.length > 1 && (
        <SaveButton
          label={t("panel-cover:save.zip", { count: here.length })}
          icon={<FileArchive />}
          rendering={all}
          onClick={() => all.zip(here, `${title}-cover.zip`)}
        />
      )}
      {tracks.length === 2 && (
        <OpenInEditor send={() => leaveInEditor(title, tracks, files, Date.now())} />
      )}
    </div>
  );
}
