import { useState } from "react";
import { useT } from "../../i18n/context.tsx";
import { formatText, type Text } from "../../notices/notices.ts";
import { downloadMessage } from "../../services/resource-download.ts";
import { startResourceDownload } from "../../services/resource-download-window.ts";
import { useApplication } from "../../application/application.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import type { Episode } from "./episode.ts";

/** File extensions that differ from the MIME subtype. */
const ENDS: Readonly<Record<string, string>> = { mpeg: "mp3", mp4: "m4a" };
const endOf = ({ type }: Blob): string => {
  const name = /^audio\/([a-z0-9]+)/.exec(type)?.[1] ?? "mpeg";
  return ENDS[name] ?? name;
};

/** Saves the audio of an episode to the visitor's device (CMP-4). */
export function SaveEpisode({ episode }: { readonly episode: Episode }) {
  const t = useT();
  const { data } = useApplication();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | null>(null);
  const save = (): void => {
    setBusy(true);
    setProblem(null);
    void startResourceDownload(
      window,
      data.services.resources,
    )({
      source: episode.audio_url,
      filename: (sound) => `${episode.title}.${endOf(sound)}`,
      onError: (error) => setProblem(downloadMessage(error)),
      onComplete: () => setBusy(false),
    });
  };
  return (
    <div>
      <Button busy={busy} onClick={() => busy || save()}>
        {t("pages:podcast.download")}
      </Button>
      {problem && (
        <Notice weight="bad">
          <p>{formatText(problem, t)}</p>
        </Notice>
      )}
    </div>
  );
}
