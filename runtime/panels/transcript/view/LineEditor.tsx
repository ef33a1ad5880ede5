import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { TranscriptLine } from "#core/transcript/transcript.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { TextArea } from "#runtime/ui/field/Field.tsx";
import type { LineActions } from "./line-actions.ts";
import css from "../looks/transcript.module.css";

/** A text field for a line; its words keep their times. */
export function LineEditor({
  at,
  line,
  actions,
}: {
  readonly at: number;
  readonly line: TranscriptLine;
  readonly actions: LineActions;
}) {
  const { t, format } = useLocale();
  const [text, setText] = useState(line.text);
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => own.current?.querySelector("textarea")?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing)
      actions.correct(at, text);
    else if (event.key === "Escape") actions.edit(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={own} className={css["editor"]}>
      <TextArea
        label={t("panel-transcript:line.text", { time: format.clock(line.from, 0) })}
        rows={2}
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={css["tools"]}>
        <Button small onClick={() => actions.correct(at, text)}>
          {t("panel-kit:apply")}
        </Button>
        <Button small look="quiet" onClick={() => actions.edit(null)}>
          {t("common:zone.cancel")}
        </Button>
      </div>
    </div>
  );
}
