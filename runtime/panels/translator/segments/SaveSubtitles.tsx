import Download from "lucide-react/icons/download";
import { useState } from "react";
import { splitWords } from "#audio/speech/split-words.ts";
import { bilingualCues } from "#core/dubbing/bilingual-cues.ts";
import type { Segment } from "#core/dubbing/segment.ts";
import { type Side, linesOfSide } from "#core/dubbing/segment-cues.ts";
import { type Cue, cuesOf } from "#core/transcript/save/cues.ts";
import { writeSrt, writeVtt } from "#core/transcript/save/subtitles.ts";
import { useT } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { stemLength } from "#runtime/contract/texts.ts";
import { useLanguageName } from "../setup/LanguageSelect.tsx";
import type { LanguagesOf } from "../setup/setup.ts";

const FORMATS = ["srt", "vtt"] as const;

/** Subtitles that can be saved. */
interface Choice {
  readonly label: string;
  /** Part of the file name. */
  readonly languages: string;
  readonly cues: () => readonly Cue[];
}

/** Subtitles in each language and in both, divided into readable lines. */
export function SaveSubtitles({
  name,
  languages: { from, to },
  segments,
}: {
  /** Name of the recording. */
  readonly name: string;
  readonly languages: LanguagesOf;
  readonly segments: readonly Segment[];
}) {
  const t = useT();
  const nameOf = useLanguageName();
  const saveFile = useSaveFile();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>("srt");
  const ofSide = (side: Side, language: string): Choice => ({
    label: t("panel-translator:subtitles.save", { language: nameOf(language) }),
    languages: language,
    cues: () => cuesOf(linesOfSide(segments, side, splitWords)),
  });
  const choices: readonly Choice[] = [
    ofSide("source", from),
    ofSide("target", to),
    {
      label: t("panel-translator:subtitles.both"),
      languages: `${from}-${to}`,
      cues: () => bilingualCues(segments, splitWords),
    },
  ];
  const save = (cues: Choice["cues"], languages: string): Promise<boolean> => {
    const text = format === "srt" ? writeSrt(cues(), []) : writeVtt(cues(), []);
    const type = format === "srt" ? "application/x-subrip" : "text/vtt";
    const stem = name.slice(0, stemLength(name));
    return saveFile(
      new Blob([text], { type: `${type};charset=utf-8` }),
      `${stem}-${languages}.${format}`,
    );
  };
  return (
    <div className={css["named"]}>
      <Select
        label={t("panel-translator:subtitles.label")}
        value={format}
        onChange={({ target }) => setFormat(target.value as (typeof FORMATS)[number])}
      >
        {FORMATS.map((one) => (
          <option key={one} value={one}>
            {one.toUpperCase()}
          </option>
        ))}
      </Select>
      {choices.map(({ label, languages, cues }) => (
        <Button
          key={languages}
          small
          icon={<Download />}
          onClick={() => void save(cues, languages)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
