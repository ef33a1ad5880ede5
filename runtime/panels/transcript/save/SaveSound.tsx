import { useState } from "react";
import { createHistory } from "#audio/edit/history.ts";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { soundCuts } from "#core/transcript/sound-cuts.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import type { OpenedFile } from "#runtime/audio/worker/results.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { newId, draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import { OpenInEditor } from "#runtime/panel-kit/save/OpenInEditor.tsx";
import { SaveButton } from "#runtime/panel-kit/save/SaveButton.tsx";
import { useSaveRendered } from "#runtime/panel-kit/save/SaveRendered.tsx";
import { writeMix } from "#runtime/panel-kit/save/write-mix.ts";
import { OutputSelect } from "#runtime/panel-kit/settings/OutputSelect.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import css from "../looks/transcript.module.css";
import { editOfCuts } from "./cut-sound.ts";

const FORMATS = Object.keys(OUTPUT_FORMATS) as OutputFormat[];

/**
 * Saves the recording without its cuts, or opens it in the editor; the original does not change.
 */
export function SaveSound({
  transcript,
  file,
  info,
}: {
  readonly transcript: Transcript;
  readonly file: TrayFile;
  /** Facts about the recording; null until it is open. */
  readonly info: OpenedFile | null;
}) {
  const t = useT();
  const { files } = useWorkspace();
  const [output, setOutput] = useState<OutputFormat>("mp3");
  const id = `file-${file.id}`;
  const frames = info ? Math.round(info.duration * info.sampleRate) : 0;
  const edit = info && editOfCuts(transcript, { id, name: file.name, frames }, info);
  const saving = useSaveRendered(async (options) => {
    const mix = { edit: edit!, sources: { [id]: await files.open(file.id) } };
    return writeMix({ mix, output, name: file.name, suffix: "cut" }, options);
  });
  if (!edit || soundCuts(transcript).length === 0) return null;
  const send = (): Promise<void> => {
    const { name, size } = file;
    const { sampleRate, channels } = info;
    return draftStore.passToEditor({
      id: newId(),
      name,
      updated: Date.now(),
      sources: { [id]: { name, frames, sampleRate, channels, size, file: file.id } },
      versions: [],
      history: createHistory(edit),
      stays: 0,
    });
  };
  return (
    <div className={css["tools"]}>
      <OutputSelect isBrief formats={FORMATS} value={output} onChange={setOutput} />
      <SaveButton
        label={t("panel-transcript:save.sound")}
        rendering={saving}
        onClick={saving.save}
      />
      <OpenInEditor send={send} />
    </div>
  );
}
