import Download from "lucide-react/icons/download";
import { useState } from "react";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { type LyricLine, atTempo, isTimed } from "#core/lyrics/lyrics.ts";
import { writeLrc } from "#core/lyrics/write-lrc.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { SaveRendered } from "#runtime/panel-kit/save/SaveRendered.tsx";
import { useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { OutputSelect } from "#runtime/panel-kit/settings/OutputSelect.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Checkbox } from "#runtime/ui/field/Field.tsx";
import { stemLength } from "#runtime/contract/texts.ts";
import css from "../lyrics/lyrics.module.css";
import { type BackingSound, writeBacking } from "./write-backing.ts";

const FORMATS = Object.keys(OUTPUT_FORMATS) as OutputFormat[];

/**
 * Saves the backing track in its key and tempo, in the action bar, and the lyrics with its times.
 */
export function SaveKaraoke({
  sound,
  lines,
  outdated,
}: {
  readonly sound: BackingSound;
  /** Whether it was made with another engine than the chosen one. */
  readonly outdated: boolean;
  readonly lines: readonly LyricLine[];
}) {
  const t = useT();
  const saveFile = useSaveFile();
  const [output, setOutput] = useState<OutputFormat>("mp3");
  const [byWord, setByWord] = useState(false);
  const { name, backing } = sound;
  const lyrics = async (): Promise<void> => {
    const title = name.slice(0, stemLength(name));
    const text = writeLrc(atTempo(lines, backing.tempo / 100), { title, byWord });
    await saveFile(new Blob([text], { type: "text/plain" }), `${title}.lrc`);
  };
  const hasWords = lines.some(({ words }) => words.length > 0);
  return (
    <div className={css["bar"]}>
      <SaveRendered
        label={t("panel-karaoke:save.sound")}
        outdated={outdated}
        make={(options) => writeBacking(sound, { output }, options)}
      >
        <OutputSelect isBrief formats={FORMATS} value={output} onChange={setOutput} />
      </SaveRendered>
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
