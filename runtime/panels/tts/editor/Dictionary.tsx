import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { Pronunciation } from "#audio/narration/text/readings.ts";
import { useT } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { TextField } from "#runtime/ui/field/Field.tsx";
import css from "../looks/tts.module.css";

/** Words with their pronunciations, stored on the device. */
export function Dictionary({
  words,
  onChange,
}: {
  readonly words: readonly Pronunciation[];
  readonly onChange: (words: readonly Pronunciation[]) => void;
}) {
  const t = useT();
  const [written, setWritten] = useState("");
  const [spoken, setSpoken] = useState("");
  const isReady = written.trim() !== "" && spoken.trim() !== "";
  const add = (): void => {
    if (!isReady) return;
    const others = words.filter((one) => one.written !== written.trim());
    onChange([...others, { written: written.trim(), spoken: spoken.trim() }]);
    setWritten("");
    setSpoken("");
  };
  return (
    <details className={kit["more"]}>
      <summary>{t("panel-tts:words.title")}</summary>
      <div className={css["words"]}>
        <p className={css["soft"]}>{t("panel-tts:words.hint")}</p>
        {words.map((one) => (
          <div key={one.written} className={css["bar"]}>
            <bdi>{one.written}</bdi> → <bdi>{one.spoken}</bdi>
            <Button
              small
              look="quiet"
              icon={<Trash2 />}
              aria-label={t("panel-tts:words.remove", { word: one.written })}
              onClick={() => onChange(words.filter((other) => other !== one))}
            />
          </div>
        ))}
        <form
          className={css["word"]}
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <TextField
            label={t("panel-tts:words.written")}
            dir="auto"
            value={written}
            onChange={({ target }) => setWritten(target.value)}
          />
          <TextField
            label={t("panel-tts:words.spoken")}
            dir="auto"
            value={spoken}
            onChange={({ target }) => setSpoken(target.value)}
          />
          <Button
            type="submit"
            icon={<Plus />}
            disabled={!isReady}
            aria-label={t("panel-tts:words.add")}
          />
        </form>
      </div>
    </details>
  );
}
