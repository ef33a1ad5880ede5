import Captions from "lucide-react/icons/captions";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useRendering, useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { InActionBar } from "#runtime/contract/action-bar.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { fileNameOf } from "../editor/file-name.ts";
import type { CurrentSentence } from "./current-sentence.ts";
import css from "../looks/tts.module.css";
import { type SpeechFormat, SPEECH_FORMATS, writeSpeech, writeSubtitles } from "./write-speech.ts";

/** Saves the sound, in the action bar, and its subtitles. */
export function SaveSpeech({
  title,
  chapters,
  outdated,
  assemble,
}: {
  /** Whether it was made with other settings, so that an update is the main action. */
  readonly outdated: boolean;
  readonly title: string;
  readonly chapters: readonly string[];
  readonly assemble: () => Promise<{ file: File; sentences: readonly CurrentSentence[] }>;
}) {
  const { t, format } = useLocale();
  const [output, setOutput] = useState<SpeechFormat>("mp3");
  const { start, done } = useRendering();
  const texts = useRendering();
  const saveFile = useSaveFile();
  const speech = async () => ({
    ...(await assemble()),
    name: fileNameOf(title),
    chapters,
  });
  const save = (): void =>
    start(async (options) => {
      const made = await writeSpeech(await speech(), output, options);
      await saveFile(made, made.name);
    });
  const saveSubtitles = (kind: "srt" | "vtt"): void =>
    texts.start(async () => {
      const made = writeSubtitles(await speech(), kind);
      await saveFile(made, made.name);
    });
  return (
    <div className={css["bar"]}>
      <InActionBar region="actions">
        <Select
          label={t("panel-kit:output")}
          isBrief
          value={output}
          onChange={({ target }) => setOutput(target.value as SpeechFormat)}
        >
          {SPEECH_FORMATS.map((one) => (
            <option key={one} value={one}>
              {t(one === "m4b" ? "panel-tts:save.m4b" : `panel-kit:format.${one}`)}
            </option>
          ))}
        </Select>
      </InActionBar>
      <InActionBar region={outdated ? "actions" : "primary"}>
        <Button
          look={outdated ? "secondary" : "primary"}
          icon={<Download />}
          busy={done !== null}
          onClick={save}
        >
          {done === null
            ? t(outdated ? "panel-kit:downloadEarlier" : "panel-kit:download")
            : t("panel-kit:converting", { part: format.percent(done) })}
        </Button>
      </InActionBar>
      {(["srt", "vtt"] as const).map((kind) => (
        <Button
          key={kind}
          icon={<Captions />}
          busy={texts.done !== null}
          onClick={() => saveSubtitles(kind)}
        >
          {t("panel-tts:save.subtitles", { format: kind.toUpperCase() })}
        </Button>
      ))}
    </div>
  );
}
