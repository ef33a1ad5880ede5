import { useState } from "react";
import { splitWords } from "#audio/speech/split-words.ts";
import { findText, replaceText } from "#core/transcript/find-text.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { useT } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { Checkbox, TextField } from "#runtime/ui/field/Field.tsx";
import css from "../looks/transcript.module.css";

/** Finds a text and replaces one or all occurrences. */
export function FindReplace({
  transcript,
  change,
  onFound,
}: {
  readonly transcript: Transcript;
  readonly change: (next: (transcript: Transcript) => Transcript) => void;
  /** Called with the line of the present match. */
  readonly onFound: (line: number | null) => void;
}) {
  const t = useT();
  const [find, setFind] = useState("");
  const [replace, setReplace] = useState("");
  const [matchCase, setMatchCase] = useState(false);
  const [at, setAt] = useState(0);
  const found = findText(transcript, find, matchCase);
  const shown = found.length > 0 ? at % found.length : 0;
  const options = { find, replace, matchCase };
  const step = (by: number): void => {
    const next = (shown + by + found.length) % Math.max(1, found.length);
    setAt(next);
    onFound(found[next]?.line ?? null);
  };
  const look = (text: string): void => {
    setFind(text);
    setAt(0);
    onFound(findText(transcript, text, matchCase)[0]?.line ?? null);
  };
  return (
    <details className={kit["more"]}>
      <summary>{t("panel-transcript:find.title")}</summary>
      <div className={css["fields"]}>
        <TextField
          label={t("panel-transcript:find.label")}
          value={find}
          onChange={({ target }) => look(target.value)}
        />
        <TextField
          label={t("panel-transcript:find.replace")}
          value={replace}
          onChange={({ target }) => setReplace(target.value)}
        />
      </div>
      <Checkbox
        label={t("panel-transcript:find.matchCase")}
        checked={matchCase}
        onChange={({ target }) => setMatchCase(target.checked)}
      />
      <div className={css["tools"]}>
        <output className={kit["soft"]}>
          {find !== "" && t("panel-transcript:find.count", { count: found.length })}
        </output>
        <Button small disabled={found.length === 0} onClick={() => step(1)}>
          {t("panel-transcript:find.next")}
        </Button>
        <Button
          small
          disabled={found.length === 0}
          onClick={() =>
            change((own) => replaceText(own, { ...options, only: found[shown] }, splitWords))
          }
        >
          {t("panel-transcript:find.one")}
        </Button>
        <Button
          small
          disabled={found.length === 0}
          onClick={() => change((own) => replaceText(own, options, splitWords))}
        >
          {t("panel-transcript:find.all")}
        </Button>
      </div>
    </details>
  );
}
