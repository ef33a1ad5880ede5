import Download from "lucide-react/icons/download";
import { useState } from "react";
import type { OutputFormat } from "../../../audio/media/writers/output-formats.ts";
import { OUTPUT_FORMATS } from "../../../audio/media/writers/output-formats.ts";
import type { LyricLine } from "../../../core/lyrics/lyrics.ts";
import { atTempo, isTimed } from "../../../core/lyrics/lyrics.ts";
import { writeLrc } from "../../../core/lyrics/write-lrc.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { useLocale } from "../../i18n/context.tsx";
import { useMaking } from "../../panel-kit/save/use-making.ts";
import { resultName } from "../../panel-kit/settings/effect-params.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox, Select } from "../../ui/field/Field.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { JobResult, Saving } from "../../workspace/contract/file.ts";
import type { SinkChunk } from "../../workspace/contract/job-runner.ts";
import { createPatchwork } from "../../workspace/contract/patchwork.ts";
import { stemLength } from "../../workspace/contract/texts.ts";
import type { Backing } from "./backing.ts";
import { editOf } from "./backing.ts";
import css from "./lyrics/lyrics.module.css";

const FORMATS = Object.keys(OUTPUT_FORMATS) as OutputFormat[];

/** Saves what is sung along to, in its key and tempo, and the lyrics with their times in it. */
export function SaveKaraoke({
  name,
  backing,
  stems,
  saving,
  lines,
}: {
  /** Of the song, with its ending. */
  readonly name: string;
  readonly backing: Backing;
  readonly stems: readonly [vocals: JobResult, instrumental: JobResult];
  readonly saving: Saving;
  readonly lines: readonly LyricLine[];
}) {
  const { t, format } = useLocale();
  const { jobs, save, notices } = useWorkspace();
  const { make, done } = useMaking();
  const [output, setOutput] = useState<OutputFormat>("mp3");
  const [byWord, setByWord] = useState(false);
  const tempo = backing.tempo / 100;
  const { ending, type } = OUTPUT_FORMATS[output];
  const sound = (): void =>
    make(async (signal, onProgress) => {
      const files = await Promise.all(stems.map((stem) => jobs.openResult(stem)));
      const ids = [stems[0].id, stems[1].id] as const;
      const bytes = createPatchwork();
      const sink = new WritableStream<SinkChunk>({
        write(chunk) {
          if ("position" in chunk) bytes.write(chunk.position, chunk.data);
        },
      });
      const edit = editOf(backing, ids, saving);
      const sources = { [ids[0]]: files[0]!, [ids[1]]: files[1]! };
      await sharedEngine().run(
        {
          effect: null,
          file: { edit, sources },
          values: {},
          output,
          pace: { tempo, semitones: backing.semitones },
        },
        { signal, sink, onProgress: (part) => onProgress(part ?? 0) },
      );
      return new File([bytes.toBlob()], resultName(name, { suffix: "karaoke", ending }), { type });
    });
  const lyrics = async (): Promise<void> => {
    const title = name.slice(0, stemLength(name));
    const text = writeLrc(atTempo(lines, tempo), { title, byWord });
    if (!(await save(new Blob([text], { type: "text/plain" }), `${title}.lrc`)))
      notices.warn("errors:download");
  };
  const hasWords = lines.some(({ words }) => words.length > 0);
  return (
    <div className={css["bar"]}>
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
      <Button look="primary" icon={<Download />} busy={done !== null} onClick={sound}>
        {done === null
          ? t("panel-karaoke:save.sound")
          : t("panel-kit:converting", { part: format.percent(done) })}
      </Button>
      <Button icon={<Download />} disabled={!lines.some(isTimed)} onClick={() => void lyrics()}>
        {t("panel-karaoke:save.lyrics")}
      </Button>
      {hasWords && (
        <Checkbox
          label={t("panel-karaoke:save.byWord")}
          checked={byWord}
          onChange={({ target }) => setByWord(target.checked)}
        />
      )}
    </div>
  );
}
