import { useMemo, useState } from "react";
import { checkCues, cuesOf } from "#core/transcript/save/cues.ts";
import { writeText } from "#core/transcript/save/texts.ts";
import { soundCuts } from "#core/transcript/sound-cuts.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { SaveButton } from "#runtime/panel-kit/save/SaveButton.tsx";
import { useRendering, useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { CopyButton } from "#runtime/ui/brief/CopyButton.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { createShare } from "#runtime/services/share.ts";
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
  const { notices } = useWorkspace();
  const saveFile = useSaveFile();
  const { start, ...rendering } = useRendering();
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
      return saveFile(file, format === "chapters" ? `${title}-chapters.txt` : `${title}.${format}`);
    });
  const copy = async (): Promise<boolean> => {
    const isCopied = await createShare({ navigator, document }).copyLink(writeText(kept));
    if (!isCopied) notices.warn("errors:job.failed");
    return isCopied;
  };
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
        <CopyButton
          label={t("panel-transcript:save.copy")}
          copied={t("panel-transcript:save.copied")}
          isIcon
          copy={copy}
        />
      </InActionBar>
      <InActionBar region="primary">
        <SaveButton
          label={t("panel-transcript:save.text")}
          look="primary"
          rendering={rendering}
          onClick={save}
        />
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
