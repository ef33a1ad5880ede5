import Download from "lucide-react/icons/download";
import { useState } from "react";
import type { OutputFormat } from "../../../audio/media/writers/output-formats.ts";
import { OUTPUT_FORMATS } from "../../../audio/media/writers/output-formats.ts";
import type { LyricLine } from "../../../core/lyrics/lyrics.ts";
import { atTempo, isTimed } from "../../../core/lyrics/lyrics.ts";
import { writeLrc } from "../../../core/lyrics/write-lrc.ts";
import { useLocale } from "../../i18n/context.tsx";
import { useMaking, useSaveFile } from "../../panel-kit/save/use-making.ts";
import { writeMix } from "../../panel-kit/save/write-mix.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox, Select } from "../../ui/field/Field.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { JobResult, Saving } from "../../workspace/contract/file.ts";
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
  const { jobs } = useWorkspace();
  const { start, done } = useMaking();
  const saveFile = useSaveFile();
  const [output, setOutput] = useState<OutputFormat>("mp3");
  const [byWord, setByWord] = useState(false);
  const tempo = backing.tempo / 100;
  const sound = (): void =>
    start(async (options) => {
      const files = await Promise.all(stems.map((stem) => jobs.openResult(stem)));
      const ids = [stems[0].id, stems[1].id] as const;
      const edit = editOf(backing, ids, saving);
      const sources = { [ids[0]]: files[0]!, [ids[1]]: files[1]! };
      const pace = { tempo, semitones: backing.semitones };
      const made = await writeMix(
        { mix: { edit, sources }, output, name, suffix: "karaoke", pace },
        options,
      );
      await saveFile(made, made.name);
    });
  const lyrics = async (): Promise<void> => {
    const title = name.slice(0, stemLength(name));
    const text = writeLrc(atTempo(lines, tempo), { title, byWord });
    await saveFile(new Blob([text], { type: "text/plain" }), `${title}.lrc`);
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
