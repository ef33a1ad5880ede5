import type { TranscriptLine } from "#core/transcript/transcript.ts";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { useRendering } from "../save/use-rendering.ts";
import { linesOfTranscript, useTranscriptOf } from "./use-transcript.ts";

/** Uses the transcript of a recording; without one, it links to the transcription tool. */
export function TranscriptButton({
  fileId,
  write,
  onTake,
}: {
  readonly fileId: string;
  /** Label if there is no transcript yet. */
  readonly write: string;
  readonly onTake: (transcript: {
    readonly lines: readonly TranscriptLine[];
    readonly language: string | null;
  }) => Promise<void> | void;
}) {
  const t = useT();
  const { jobs, router, tools } = useWorkspace();
  const { start, done } = useRendering();
  const made = useTranscriptOf(fileId);
  const writer = tools.find(({ available, panel }) => available && panel === "transcript");
  if (made)
    return (
      <Button
        small
        busy={done !== null}
        onClick={() => start(async () => onTake(await linesOfTranscript(jobs, made)))}
      >
        {t("panel-kit:transcript.use")}
      </Button>
    );
  return (
    writer && (
      <Button small onClick={() => void router.navigate(`${writer.path}?from=workspace`)}>
        {write}
      </Button>
    )
  );
}
