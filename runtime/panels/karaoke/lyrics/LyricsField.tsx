import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { lyricsFromTranscript } from "#core/transcript/save/lyrics.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import { TranscriptButton } from "#runtime/panel-kit/input/TranscriptButton.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Select, TextArea } from "#runtime/ui/field/Field.tsx";
import type { FilesStore, TrayFile } from "#runtime/contract/file.ts";
import { MAX_LYRICS, useLyricsFile } from "./use-lyrics-file.ts";
import type { LyricsText } from "./use-lyrics.ts";

/** A field to paste lyrics, or to read them from a file. */
export function LyricsField({
  files,
  song,
  written,
}: {
  readonly files: FilesStore;
  /** The shown song. */
  readonly song: TrayFile | null;
  readonly written: LyricsText;
}) {
  const { t, locale, site } = useLocale();
  const { take, isUnreadable } = useLyricsFile(files, written);
  const { text, setText, language, setLanguage } = written;
  const { problems } = readLyrics(text);
  const names = new Intl.DisplayNames([locale.language], { type: "language" });
  const choose = (): void =>
    chooseFile(".lrc,.srt,.vtt,.ass,.ssa,.ttml,.sbv,.txt,text/plain,text/vtt", take);
  return (
    <div className={css["settings"]}>
      <TextArea
        label={t("panel-karaoke:lyrics.label")}
        hint={t("panel-karaoke:lyrics.hint")}
        limit={MAX_LYRICS}
        rows={8}
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={css["row"]}>
        <Button small onClick={choose}>
          {t("panel-karaoke:lyrics.import")}
        </Button>
        {song && (
          <TranscriptButton
            fileId={song.id}
            write={t("panel-karaoke:lyrics.write")}
            onTake={(transcript) => {
              setText(lyricsFromTranscript(transcript.lines));
              const spoken = transcript.language?.toLowerCase() ?? "";
              if (spoken in SPOKEN_LANGUAGES) setLanguage(spoken);
            }}
          />
        )}
      </div>
      {isUnreadable && <Notice weight="bad">{t("panel-karaoke:lyrics.unreadable")}</Notice>}
      {problems.map(({ kind, count }) => (
        <Notice key={kind} weight="attention">
          {kind === "outside"
            ? t("panel-kit:outsideSubtitles", { count })
            : t(`panel-karaoke:lyrics.${kind}`, { count })}
        </Notice>
      ))}
      <Select
        label={t("panel-karaoke:lyrics.language")}
        value={language}
        onChange={({ target }) => setLanguage(target.value)}
      >
        {Object.keys(SPOKEN_LANGUAGES).map((code) => (
          <option key={code} value={code}>
            {names.of(site.locales.find((one) => one.code === code)?.language ?? code)}
          </option>
        ))}
      </Select>
    </div>
  );
}
