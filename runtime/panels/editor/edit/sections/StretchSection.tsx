import { useState } from "react";
import { clipAt } from "#audio/edit/arrange.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { DraftField } from "#runtime/panel-kit/settings/DraftField.tsx";
import { readNumber, writeNumber } from "#runtime/panel-kit/settings/clock-text.ts";
import { Button } from "#runtime/ui/Button.tsx";
import css from "../context/edit.module.css";
import { useEditorState } from "../context/editor-context.ts";
import { type StretchValues, clipsIn, stretchOf } from "../project/run-stretch.ts";
import { WorkProgress } from "./WorkProgress.tsx";
import { useStretch } from "./use-stretch.ts";

/** Limits; the names are placeholders of the error message. Length in percent, pitch in semitones. */
const LENGTH = { least: 35, most: 300 } as const;
const PITCH = { least: -12, most: 12 } as const;

/** Length and pitch of the selected clips. */
export function StretchSection() {
  const { t, format } = useLocale();
  const edit = useEditorState((state) => state.edit);
  const sources = useEditorState((state) => state.sources);
  const selection = useEditorState((state) => state.selection);
  const clips = clipsIn(edit, selection);
  const first = clips.at(-1);
  const { source = "" } = (first && clipAt(edit, first)) ?? {};
  const { scale, semitones } = stretchOf(sources, source);
  const present = { scale, semitones };
  const [draft, setDraft] = useState<{ readonly of: string; readonly values: StretchValues }>();
  // Other clips show their own values.
  const values = draft?.of === source ? draft.values : present;
  const change = (next: Partial<StretchValues>): void =>
    setDraft({ of: source, values: { ...values, ...next } });
  const { run, cancel, done } = useStretch();
  const isSame = clips.every((position) => {
    const own = stretchOf(sources, clipAt(edit, position)?.source ?? "");
    return own.scale === values.scale && own.semitones === values.semitones;
  });
  const within = (text: string, limits: typeof LENGTH | typeof PITCH): number | null => {
    const number = readNumber(text);
    return number !== null && number >= limits.least && number <= limits.most ? number : null;
  };
  const percent = Math.round(values.scale * 1000) / 10;
  return (
    <div className={css["sectionBody"]}>
      <p className={css["soft"]}>
        {t(clips.length > 0 ? "panel-editor:edit.stretch.hint" : "panel-editor:edit.selectFirst")}
      </p>
      <DraftField
        label={t("panel-editor:edit.stretch.length")}
        value={percent}
        text={writeNumber(percent, format)}
        read={(text) => within(text, LENGTH)}
        wrong={t("panel-editor:wrongNumber", LENGTH)}
        steps={[1, 10]}
        onCommit={(next) =>
          change({
            scale: Math.round(10 * Math.min(LENGTH.most, Math.max(LENGTH.least, next))) / 1000,
          })
        }
      />
      <DraftField
        label={t("panel-editor:edit.stretch.pitch")}
        value={values.semitones}
        text={writeNumber(values.semitones, format)}
        read={(text) => within(text, PITCH)}
        wrong={t("panel-editor:wrongNumber", PITCH)}
        steps={[1, 12]}
        onCommit={(next) =>
          change({
            semitones: Math.round(100 * Math.min(PITCH.most, Math.max(PITCH.least, next))) / 100,
          })
        }
      />
      <Button
        disabled={clips.length === 0 || isSame}
        busy={done !== null}
        // After an undo, the clips show their own values again.
        onClick={() => run(clips, values, () => setDraft(undefined))}
      >
        {t("panel-kit:apply")}
      </Button>
      <WorkProgress done={done} onCancel={cancel} />
    </div>
  );
}
