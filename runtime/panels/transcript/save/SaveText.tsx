import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import { useMemo, useState } from "react";
import { checkCues, cuesOf } from "#core/transcript/save/cues.ts";
import { writeText } from "#core/transcript/save/texts.ts";
import { soundCuts } from "#core/transcript/sound-cuts.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { useRendering, useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { stemLength } from "#runtime/contract/texts.ts";
import css from "../looks/transcript.module.css";
import {
  type TextFormat,
  type Zip,
  uncutTranscript,
  TEXT_FORMATS,
  writeTranscript,
} from "#core/transcript/save/write-transcript.ts";

/**
 * Saves the transcript in the chosen format with one click, in the action bar, with warnings about
 * subtitles that are hard to read.
 */
export function SaveText({
  transcript,
  name,
}: {
  readonly transcript: Transcript;
  /** Name of the recording. */
  readonly name: string;
}) {
  const t = useT();
  const { say, notices } = useWorkspace();
  const saveFile = useSaveFile();
  const { start } = useRendering();
  const [format, setFormat] = useState<TextFormat>("txt");
  const [ofCut, setOfCut] = useState(false);
  const hasCuts = soundCuts(transcript).length > 0;
  const kept = useMemo(
    () => uncutTranscript(transcript, ofCut && hasCuts),
    [transcript, ofCut, hasCuts],
  );
  const isSubtitle = format === "srt" || format === "vtt";
  const faults = useMemo(
    () => (isSubtitle ? checkCues(cuesOf(kept.lines)) : null),
    [kept, isSubtitle],
  );
  const title = name.slice(0, stemLength(name));
  const save = (): void =>
    start(async () => {
      const first = t("panel-transcript:chapter.first");
      const zip: Zip = async (files) => {
        const { downloadZip } = await import("client-zip");
        return new Uint8Array(await downloadZip(files).arrayBuffer());
      };
      const { content, type } = await writeTranscript(kept, format, { title, first, zip });
      const file = new Blob([content], { type });
      await saveFile(file, format === "chapters" ? `${title}-chapters.txt` : `${title}.${format}`);
    });
  const copy = (): void =>
    start(async () => {
      await navigator.clipboard.writeText(writeText(kept));
      notices.notify({ text: "panel-transcript:save.copied" });
      say(t("panel-transcript:save.copied"));
    });
  return (
    <>
      <InActionBar region="status">
        {faults && (faults.fast > 0 || faults.wide > 0) && (
          <ul className={css["warnings"]}>
            {faults.fast > 0 && <li>{t("panel-transcript:save.fast", { count: faults.fast })}</li>}
            {faults.wide > 0 && <li>{t("panel-transcript:save.wide", { count: faults.wide })}</li>}
          </ul>
        )}
      </InActionBar>
      <InActionBar region="actions">
        <Select
          label={t("panel-transcript:save.label")}
          isBrief
          value={format}
          onChange={({ target }) => setFormat(target.value as TextFormat)}
        >
          {TEXT_FORMATS.map((one) => (
            <option key={one} value={one}>
              {t(`panel-transcript:save.${one}`)}
            </option>
          ))}
        </Select>
        <IconButton label={t("panel-transcript:save.copy")} onClick={copy}>
          <Copy />
        </IconButton>
      </InActionBar>
      <InActionBar region="primary">
        <Button look="primary" icon={<Download />} onClick={save}>
          {t("panel-transcript:save.text")}
        </Button>
      </InActionBar>
      {hasCuts && (
        <Checkbox
          label={t("panel-transcript:save.ofCut")}
          checked={ofCut}
          onChange={({ target }) => setOfCut(target.checked)}
        />
      )}
    </>
  );
}
