import Download from "lucide-react/icons/download";
import { useState } from "react";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { type LyricLine, atTempo, isTimed } from "#core/lyrics/lyrics.ts";
import { writeLrc } from "#core/lyrics/write-lrc.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useRendering, useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
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
  const { t, format } = useLocale();
  const { start, done } = useRendering();
  const saveFile = useSaveFile();
  const [output, setOutput] = useState<OutputFormat>("mp3");
  const [byWord, setByWord] = useState(false);
  const { name, backing } = sound;
  const write = (): void =>
    start(async (options) => {
      const made = await writeBacking(sound, { output }, options);
      await saveFile(made, made.name);
    });
  const lyrics = async (): Promise<void> => {
    const title = name.slice(0, stemLength(name));
    const text = writeLrc(atTempo(lines, backing.tempo / 100), { title, byWord });
    await saveFile(new Blob([text], { type: "text/plain" }), `${title}.lrc`);
  };
  const hasWords = lines.some(({ words }) => words.length > 0);
  return (
    <div className={css["bar"]}>
      <InActionBar region="actions">
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
      </InActionBar>
      {/* Beside the start of an update, it is not the main action. */}
      <InActionBar region={outdated ? "actions" : "primary"}>
        <Button
          look={outdated ? "secondary" : "primary"}
          icon={<Download />}
          busy={done !== null}
          onClick={write}
        >
          {done === null
            ? t("panel-karaoke:save.sound")
            : t("panel-kit:converting", { part: format.percent(done) })}
        </Button>
      </InActionBar>
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
