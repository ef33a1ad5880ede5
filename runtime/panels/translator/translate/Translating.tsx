import type { Segment } from "#core/dubbing/segment.ts";
import { WrittenBy } from "#runtime/panel-kit/transcribe/WrittenBy.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import { offerUndo } from "#runtime/contract/texts.ts";
import { SaveSubtitles } from "../segments/SaveSubtitles.tsx";
import { SegmentList } from "../segments/SegmentList.tsx";
import type { SegmentEdits } from "../segments/use-segments.ts";
import { type LanguagesOf, type TranslatorSetup, spokenOf } from "../setup/setup.ts";
import type { ChangeSetup } from "../setup/use-setup.ts";
import { useHostedTranslation } from "./HostedTranslation.tsx";
import { TranslateFields } from "./TranslateFields.tsx";
import { useTranslation } from "./use-translation.ts";

/** The translation engine, both texts side by side, and their subtitles. */
export function Translating({
  tool,
  jobs,
  file,
  languages,
  setup,
  edits,
  onChange,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly file: TrayFile;
  readonly languages: LanguagesOf;
  readonly setup: TranslatorSetup;
  readonly edits: SegmentEdits;
  readonly onChange: ChangeSetup;
}) {
  const { notices } = useWorkspace();
  const translation = useTranslation(languages, edits);
  useHostedTranslation(file, setup.taken, edits, onChange);
  const segments = edits.present ?? [];
  const replace = (next: readonly Segment[]): void => edits.change(() => next);
  const clear = (): void => {
    replace([]);
    offerUndo(notices, "panel-translator:cleared", () => replace(segments));
  };
  return (
    <>
      <TranslateFields
        {...{ tool, jobs, file }}
        languages={languages}
        segments={segments}
        translation={translation}
        onChange={onChange}
        onSegments={replace}
      />
      {segments[0]?.written && <WrittenBy by={segments[0].written} />}
      <SegmentList
        file={file}
        languages={languages}
        voice={setup.voice}
        segments={segments}
        edits={edits}
        onClear={clear}
      />
      {spokenOf(segments).length > 0 && (
        <SaveSubtitles name={file.name} languages={languages} segments={segments} />
      )}
    </>
  );
}
