import { useMemo } from "react";
import { PERSONAS } from "#audio/narration/personas.ts";
import type { Segment } from "#core/dubbing/segment.ts";
import { useVoices } from "#runtime/audio/voices/use-voices.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { UndoButtons } from "#runtime/panel-kit/draft/UndoButtons.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { useLanguageName } from "../setup/LanguageSelect.tsx";
import type { LanguagesOf } from "../setup/setup.ts";
import { SegmentRow } from "./SegmentRow.tsx";
import { useSegmentActions } from "./use-segment-actions.ts";
import type { SegmentEdits } from "./use-segments.ts";
import css from "./segments.module.css";

/** All segments beside their translations, to play, correct, join and delete. */
export function SegmentList({
  file,
  languages: { from, to },
  voice,
  segments,
  edits: { change, undo, redo },
  onClear,
}: {
  readonly file: TrayFile;
  readonly languages: LanguagesOf;
  readonly voice: VoiceId;
  readonly segments: readonly Segment[];
  readonly edits: SegmentEdits;
  readonly onClear: () => void;
}) {
  const { t, site } = useLocale();
  const { speech } = useWorkspace();
  const nameOf = useLanguageName();
  const { playing, lines, actions } = useSegmentActions(file, segments, {
    to,
    voice,
    change,
  });
  const rate = useVoices().find(({ id }) => id === voice)?.rate ?? PERSONAS.maren.rate;
  const tags = useMemo(() => {
    const tagOf = (code: string): string =>
      site.locales.find((one) => one.code === code)?.language ?? code;
    return { source: tagOf(from), target: tagOf(to) };
  }, [site, from, to]);
  const heardAt = (at: number): "source" | "target" | null =>
    playing === `source ${at}` ? "source" : playing === `target ${at}` ? "target" : null;
  return (
    <section className={kit["sound"]} aria-label={t("panel-translator:list")}>
      <div className={css["head"]}>
        <h2 className={kit["name"]}>
          {t("panel-translator:pair", { from: nameOf(from), to: nameOf(to) })}
        </h2>
        <span className={css["steps"]}>
          <UndoButtons undo={undo} redo={redo} />
          <Button small look="quiet" onClick={onClear}>
            {t("panel-translator:clear")}
          </Button>
        </span>
      </div>
      <div className={css["bench"]}>
        <ol className={css["rows"]}>
          {segments.map((segment, at) => (
            <SegmentRow
              key={at}
              at={at}
              segment={segment}
              line={lines[at]!}
              rate={rate}
              heard={heardAt(at)}
              languages={tags}
              canSpeak={speech !== null}
              actions={actions}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}
