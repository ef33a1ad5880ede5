import { SPOKEN_LANGUAGES } from "../../../../audio/speech/languages.ts";
import { lyricsFromTranscript } from "../../../../core/transcript/save/lyrics.ts";
import { useT } from "../../../i18n/context.tsx";
import { linesOfTranscript, useTranscriptOf } from "../../../panel-kit/input/made-transcript.ts";
import { useMaking } from "../../../panel-kit/save/use-making.ts";
import { Button } from "../../../ui/Button.tsx";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import type { TrayFile } from "../../../workspace/contract/file.ts";
import type { LyricsText } from "./use-lyrics.ts";

/** Takes the lyrics from what was written down of a song; without that, it leads to where that is done. */
export function TranscriptButton({
  song,
  written,
}: {
  readonly song: TrayFile;
  readonly written: LyricsText;
}) {
  const t = useT();
  const { jobs, router, tools } = useWorkspace();
  const { start, done } = useMaking();
  const made = useTranscriptOf(song.id);
  const writer = tools.find(({ available, panel }) => available && panel === "transcript");
  const take = (): void =>
    start(async () => {
      const { lines, language } = await linesOfTranscript(jobs, made!);
      written.setText(lyricsFromTranscript(lines));
      const spoken = language?.toLowerCase() ?? "";
      if (spoken in SPOKEN_LANGUAGES) written.setLanguage(spoken);
    });
  if (made)
    return (
      <Button small busy={done !== null} onClick={take}>
        {t("panel-kit:transcript.use")}
      </Button>
    );
  return (
    writer && (
      <Button small onClick={() => void router.navigate(`${writer.path}?from=workspace`)}>
        {t("panel-karaoke:lyrics.write")}
      </Button>
    )
  );
}
