import { memo } from "react";
import type { Transcript } from "#core/transcript/transcript.ts";
import type { OpenedFile } from "#runtime/audio/worker/results.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { WrittenBy } from "#runtime/panel-kit/transcribe/WrittenBy.tsx";
import { SaveSound } from "../save/SaveSound.tsx";
import { SaveText } from "../save/SaveText.tsx";
import { CleanUp } from "./CleanUp.tsx";
import { FindReplace } from "./FindReplace.tsx";
import { Speakers } from "./Speakers.tsx";
import css from "../looks/transcript.module.css";

/** What can be done with a transcript. Playback does not render it. */
export const TextTools = memo(function TextTools({
  transcript,
  file,
  info,
  change,
  onSeek,
  onFound,
}: {
  readonly transcript: Transcript;
  /** The recording. */
  readonly file: TrayFile;
  /** Facts about it; null until it is open. */
  readonly info: OpenedFile | null;
  readonly change: (next: (transcript: Transcript) => Transcript) => void;
  readonly onSeek: (seconds: number) => void;
  /** Called with the line of the present match. */
  readonly onFound: (line: number | null) => void;
}) {
  return (
    <div className={css["side"]}>
      <Speakers transcript={transcript} change={change} />
      <FindReplace transcript={transcript} change={change} onFound={onFound} />
      <CleanUp transcript={transcript} change={change} onSeek={onSeek} />
      <SaveText transcript={transcript} name={file.name} />
      <SaveSound transcript={transcript} file={file} info={info} />
      <WrittenBy by={transcript} />
    </div>
  );
});
