import Captions from "lucide-react/icons/captions";
import { useState } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import { SaveRendered } from "#runtime/panel-kit/save/SaveRendered.tsx";
import { useRendering, useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { speechFileName } from "../editor/file-name.ts";
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
  const t = useT();
  const [output, setOutput] = useState<SpeechFormat>("mp3");
  const texts = useRendering();
  const saveFile = useSaveFile();
  const speech = async () => ({
    ...(await assemble()),
    name: speechFileName(title),
    chapters,
  });
  const saveSubtitles = (kind: "srt" | "vtt"): void =>
    texts.start(async () => {
      const made = writeSubtitles(await speech(), kind);
      await saveFile(made, made.name);
    });
  return (
    <div className={css["bar"]}>
      <SaveRendered
        outdated={outdated}
        make={async (options) => writeSpeech(await speech(), output, options)}
      >
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
      </SaveRendered>
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
