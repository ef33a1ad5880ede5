import CornerUpRight from "lucide-react/icons/corner-up-right";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { createHistory } from "#audio/edit/history.ts";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { soundCuts } from "#core/transcript/sound-cuts.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import type { OpenedFile } from "#runtime/audio/worker/results.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { newId, draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import { useRendering, useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { writeMix } from "#runtime/panel-kit/save/write-mix.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
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
  const { t, format } = useLocale();
  const { files, router, tools } = useWorkspace();
  const [output, setOutput] = useState<OutputFormat>("mp3");
  const saving = useRendering();
  const sending = useRendering();
  const saveFile = useSaveFile();
  const editor = tools.find(
    (one) => one.available && one.panel === "editor" && one.preset === "edit",
  );
  if (!info || soundCuts(transcript).length === 0) return null;
  const { sampleRate, channels, duration } = info;
  const frames = Math.round(duration * sampleRate);
  const id = `file-${file.id}`;
  const edit = editOfCuts(transcript, { id, name: file.name, frames }, { sampleRate, channels });
  const write = (): void =>
    saving.start(async (options) => {
      const sources = { [id]: await files.open(file.id) };
      const mix = { edit, sources };
      const made = await writeMix({ mix, output, name: file.name, suffix: "cut" }, options);
      await saveFile(made, made.name);
    });
  const send = (): void =>
    sending.start(async () => {
      const { name, size } = file;
      await draftStore.passToEditor({
        id: newId(),
        name,
        updated: Date.now(),
        sources: { [id]: { name, frames, sampleRate, channels, size, file: file.id } },
        versions: [],
        history: createHistory(edit),
        stays: 0,
      });
      await router.navigate(`${editor!.path}?from=workspace`);
    });
  return (
    <div className={css["tools"]}>
      <Select
        label={t("panel-kit:output")}
        isBrief
        value={output}
        onChange={({ target }) => setOutput(target.value as OutputFormat)}
      >
        {FORMATS.map((one) => (
          <option key={one} value={one}>
            {t(`panel-kit:format.${one}`)}
          </option>
        ))}
      </Select>
      <Button icon={<Download />} busy={saving.done !== null} onClick={write}>
        {saving.done === null
          ? t("panel-transcript:save.sound")
          : t("panel-kit:converting", { part: format.percent(saving.done) })}
      </Button>
      {editor && (
        <Button icon={<CornerUpRight />} busy={sending.done !== null} onClick={send}>
          {t("panel-kit:openEditor")}
        </Button>
      )}
    </div>
  );
}
